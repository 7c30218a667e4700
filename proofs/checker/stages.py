"""The stages of proofs/check, in order; each returns outcomes."""
from . import mutants, programs, readme, registry, rules, smt, smt_intervals, smt_kernels, smt_rows, transforms
from .coq import Development
from .generate import generate
from .process import Outcome


def wanted_entries(options, engine):
    return [e for e in registry.load()["theorem"] if e["engine"] == engine and not (options.fast and e.get("budget") == "full")]


def generated(options):
    generate(options.build, options.fast)
    return [Outcome("generated", "constants and vectors", True, 0)]


def coq(options):
    development = Development(options.build)
    files = sorted({e["file"] for e in wanted_entries(options, "coq")})
    outcomes = development.forbidden() + development.compile(files, options.jobs)
    compiled = all(o.ok for o in outcomes)
    return outcomes + [Outcome("coq", f"{len(development.closure(files))} files", compiled, 0, "not all are compiled")]


def statements(options):
    listed = registry.load()
    return registry.check_specifications(listed, options.pin) + registry.check_statements(
        registry.load(), Development(options.build), wanted_entries(options, "coq"), options.pin, not options.fast)


def symbols(_options):
    return registry.check_symbols(registry.load()) + rules.check()


WITHOUT_MACHINE = {"link/Replay", "link/IntervalReplay"}   # hours without Coq's virtual machine: coqchk has a sample of them


def coqchk(options):
    if options.fast:
        return []
    development = Development(options.build)
    files = {e["file"] for e in wanted_entries(options, "coq")} - WITHOUT_MACHINE
    return [development.recheck(development.closure(sorted(files)))]


def solvers(options):
    """Two solvers in the full run, the quicker one under --fast."""
    both = ("z3",) if options.fast else ("z3", "cvc5")
    run = lambda goals, entry, which, expected="unsat": smt.solve(options.build, goals, options.jobs, entry, which, expected)
    module = smt_kernels.kernel_module(options.build, "O2")
    slow = lambda goals: {n: t for n, t in goals.items() if not options.fast or n in smt_kernels.FAST}
    outcomes = run(smt.wrong_claims(options.build), "CVT-1", both, "sat")
    outcomes += run(smt.conversion_goals(options.build, options.fast), "CVT-1", ("z3",))
    if not options.fast:
        outcomes += run(smt_rows.goals(options.build, options.long), "CVT-1", ("z3",))
        outcomes += run(smt_rows.wrong_goals(options.build), "CVT-1", ("z3",), "sat")
    outcomes += run(slow(smt_kernels.unit_goals(module)), "U01-1", both)
    outcomes += run(slow(smt_kernels.integer_goals(module)), "INT-1", ("z3",))
    outcomes += transforms.outcomes(module)
    if not options.fast:
        outcomes += run(smt_intervals.goals(module), "INTV-2", ("z3",))
        outcomes += run(smt_intervals.wrong_goals(module), "INTV-2", ("z3",), "sat")
    outcomes += run(slow(smt_kernels.exp2_goals(module)), "EXP2-2", both)
    outcomes += run(slow(smt_kernels.double_rounding_goals()), "DR-1", ("cvc5",))
    return outcomes


def mutated(options):
    return [] if options.fast else mutants.check(options.build, options.jobs)


def documented(options):
    return readme.check(options.readme)


def counted(options):
    return programs.run_all(options.build, wanted_entries(options, "exhaustive") + wanted_entries(options, "identity"), options.fast)


STAGES = {"generate": generated, "coq": coq, "statements": statements, "coqchk": coqchk, "symbols": symbols, "readme": documented,
          "programs": counted, "smt": solvers, "mutants": mutated}
ORDER = list(STAGES)
BESIDE = {"statements", "coqchk"}     # one process each, beside the stages that follow
