"""Mutants of the compiled conversions: each has to be refuted by a model, or proved to meet the specification as well."""
import concurrent.futures
import re
import struct

from .llvm import functions
from .process import PROOFS, Outcome
from .smt import FORMATS, answers_of, ask, conversion, intermediate

VICTIMS = [("f16", "rne"), ("bf16", "rne"), ("e4m3fn", "sat"), ("e2m1fn", "rne"), ("e5m2", "rup")]
PREDICATES = {"ult": "ule", "ule": "ult", "ugt": "uge", "uge": "ugt", "slt": "sle", "sgt": "sge", "sle": "slt", "sge": "sgt",
              "eq": "ne", "ne": "eq"}
OPERATIONS = {"add": "sub", "sub": "add", "and": "or", "or": "and", "xor": "or", "shl": "lshr", "lshr": "shl"}


def line_mutants(line):
    """The line with one constant off by one, one predicate or operation exchanged, or the arms of a select swapped."""
    plain = re.sub(r" (nuw|nsw|exact)\b", "", line)
    head, equals, right = plain.partition(" = ")
    if not equals:
        return
    for m in re.finditer(r"(?<=[ ,])-?\d+(?=[,)\s]|$)", right):
        for change in (1, -1):
            yield f"{head} = {right[:m.start()]}{int(m[0]) + change}{right[m.end():]}"
    for table, pattern in ((PREDICATES, r"icmp (\w+)"), (OPERATIONS, r"^(\w+)(?= i\d)")):
        m = re.search(pattern, right)
        if m and m[1] in table:
            yield f"{head} = {right[:m.start(1)]}{table[m[1]]}{right[m.end(1):]}"
    m = re.match(r"select (i1 \S+), (\w+ \S+), (\w+ \S+)$", right)
    if m:
        yield f"{head} = select {m[1]}, {m[3]}, {m[2]}"


def mutants(module, name):
    """(label, module) for every mutant of one function."""
    body = functions(module)[name][2]
    lines = body.splitlines()
    for i, line in enumerate(lines):
        bare = re.sub(r"(, !.*|\s+#\d+)$", "", line)
        for j, changed in enumerate(dict.fromkeys(line_mutants(bare))):
            yield f"{name}.{i}.{j}", module.replace(body, "\n".join(lines[:i] + [changed] + lines[i + 1:]) + "\n")


def likely_inputs(name):
    """Binary32 codes on which a wrong conversion to the format mostly shows: ties, both ends of the range, infinity."""
    eb, p, top, _ = FORMATS[name]
    bias = 2 ** (eb - 1) - 1
    top = float(top) if top else (2 - 2.0 ** (1 - p)) * 2.0 ** bias
    least = max(2.0 ** (2 - bias - p), 2.0 ** -148)
    numbers = [least / 2, -1.5 * least, least * (2 ** (p - 1) - 0.5), 1, 1 + 1.5 * 2.0 ** -p, -min(1.25 * top, 2.0 ** 127)]
    return [struct.unpack(">I", struct.pack(">f", x))[0] for x in numbers] + [0x7f800000, 0xff800000]


def at_inputs(goal, inputs):
    """The goal at each input in turn: constants only, so that a solver merely computes."""
    logic, declared, rest = goal.split("\n", 2)
    assert declared == "(declare-const |x| (_ BitVec 32))"
    each = "".join(f"(push)\n(define-fun |x| () (_ BitVec 32) #x{x:08x})\n{rest}(pop)\n" for x in dict.fromkeys(inputs))
    return f"{logic}\n{each}"


def check(build, jobs):
    module = intermediate(build, PROOFS / "smt" / "conversions.cpp", "O2")
    def one(item):
        (label, text), (name, mode) = item
        try:
            goal = conversion(text, name, mode)
        except Exception as reason:
            return label, f"not translated: {reason}", 0.0
        likely = answers_of(build, "mutant." + label + ".at", at_inputs(goal, likely_inputs(name)), "z3")
        if "sat" in likely:
            return label, "sat", 0.0
        _, answer, seconds = ask(build, "mutant." + label, goal, "z3", "sat")
        return label, answer, seconds
    work = [(m, v) for v in VICTIMS for m in mutants(module, f"f32_to_{v[0]}_{v[1]}")]
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        answers = list(pool.map(one, work))
    outcomes = [Outcome("CVT-1", label, False, s, f"neither refuted nor proved equivalent: {a}") for label, a, s in answers
                if a not in ("sat", "unsat")]
    refuted, equal = (sum(a == x for _, a, _ in answers) for x in ("sat", "unsat"))
    enough = refuted > 10 * max(1, equal) or refuted > 100
    outcomes.append(Outcome("CVT-1", "mutants", enough, 0, f"only {refuted} refuted"))
    print(f"  mutants: {len(answers)}, refuted {refuted}, proved equivalent {equal}")
    return outcomes
