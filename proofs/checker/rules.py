"""GRAD-3: each operation of expr with a derivation rule has an identity in identities/rules.def, and no other has one."""
import re

from .process import PROOFS, ROOT, Outcome

OPERATIONS = ROOT / "include" / "fpcheck" / "expr" / "operations.def"
LISTED = PROOFS / "identities" / "rules.def"
TEST = ROOT / "tests" / "expr" / "rules_test.cpp"
WITHOUT_RULE = {"leaf", "discrete", "kink"}      # families through which no differential passes
HIDING = {"stop_grad"}


def rows(path, macro):
    """The arguments of each use of a macro that starts a line."""
    return re.findall(rf"^{macro}\((\w+), \"([^\"]*)\", \"?(\w+)\"?", path.read_text(), re.M)


def check():
    having = {name for name, _, family in rows(OPERATIONS, "FPCHECK_EXPR_OPERATION") if family not in WITHOUT_RULE} - HIDING
    listed = {name for name, _, _ in rows(LISTED, "FPCHECK_RULE")}
    outcomes = [Outcome("GRAD-3", name, name in listed, 0, "has a derivation rule and no identity in rules.def") for name in sorted(having)]
    outcomes += [Outcome("GRAD-3", name, False, 0, "stands in rules.def and has no derivation rule") for name in sorted(listed - having)]
    runs = '#include "rules.def"' in TEST.read_text()
    return outcomes + [Outcome("GRAD-3", "rules_test", runs, 0, "tests/expr/rules_test.cpp does not run rules.def")]
