"""SMT goals. Those about conversions start from the LLVM IR of the shipped code, at two optimisation levels."""
import concurrent.futures
import functools

from .generate import CXXFLAGS
from .llvm import Translation
from .process import PROOFS, Outcome, must, run, tool

# format -> (exponent bits and precision of an IEEE sort with its bias, largest finite value or None for IEEE formats,
#            what overflows become)
FORMATS = {"f16": (5, 11, None, "inf"), "bf16": (8, 8, None, "inf"), "e5m2": (5, 3, None, "inf"), "e4m3": (4, 4, None, "inf"),
           "e3m4": (3, 5, None, "inf"), "e4m3fn": (4, 4, "448.0", "nan"), "e2m3fn": (2, 4, "7.5", "max"),
           "e3m2fn": (3, 3, "28.0", "max"), "e2m1fn": (2, 2, "6.0", "max"),
           "e4m3fnuz": (4, 4, "480.0", "nan"), "e5m2fnuz": (5, 3, "114688.0", "nan"), "e4m3b11fnuz": (4, 4, "480.0", "nan")}
# Formats with another bias than an IEEE sort's and no negative zero: their numbers are the sort's over 2^this.
SCALE = {"e4m3fnuz": 1, "e5m2fnuz": 1, "e4m3b11fnuz": 4}
FAST_FORMATS = ("f16", "e4m3fn", "e2m1fn")
MODES = {"rne": "RNE", "rna": "RNA", "rtz": "RTZ", "rup": "RTP", "rdn": "RTN", "sat": "RNE"}
LEVELS = {"O1": ["-O1"], "O2": ["-O2"],
          "checked": ["-O1", "-fsanitize=undefined", "-fno-sanitize=function", "-fsanitize-trap=undefined"]}
SOLVERS = {"z3": ["-T:600"], "cvc5": ["--fp-exp", "--tlimit=600000"]}


@functools.cache
def intermediate(build, source, level):
    """LLVM IR of a file of proofs/smt, compiled once a run."""
    out = build / "smt" / f"{source.stem}.{level}.ll"
    out.parent.mkdir(parents=True, exist_ok=True)
    must([tool("clang++-14"), *CXXFLAGS, "-w", "-Wno-invalid-constexpr", *LEVELS[level], "-fno-vectorize", "-fno-slp-vectorize", "-fno-unroll-loops",
          "-S", "-emit-llvm", source, "-o", out])
    return out.read_text()


def answers_of(build, name, text, solver):
    """What a solver says, a line a question; why not if it says nothing."""
    path = build / "smt" / f"{name}.{solver}.smt2"
    path.write_text(text)
    status, out, err, _ = run([tool(solver), *SOLVERS[solver], path], timeout=620)
    return out.split() or [f"status {status} {err[:200]}"]


def ask(build, name, text, solver, expected="unsat"):
    path = build / "smt" / f"{name}.{solver}.smt2"
    path.write_text(text)
    status, out, err, seconds = run([tool(solver), *SOLVERS[solver], path], timeout=620)
    answer = (out.split() or [f"status {status} {err[:200]}"])[0]
    return answer == expected, answer, seconds


def value_of(name, code):
    """SMT term: the binary32 number of a code of an IEEE format."""
    eb, sb, _, _ = FORMATS[name]
    return f"((_ to_fp {eb} {sb}) ((_ extract {eb + sb - 1} 0) {code}))"


def ieee_goal(name, mode, result):
    eb, sb, _, _ = FORMATS[name]
    rounded = f"((_ to_fp {eb} {sb}) {MODES[mode]} |value|)"
    if mode != "sat":
        return f"(= {value_of(name, result)} {rounded})"
    top = f"((_ to_fp {eb} {sb}) RTZ ((_ to_fp 8 24) #x7f7fffff))"
    want = (f"(ite (fp.isInfinite {rounded}) (ite (fp.isNegative |value|) (fp.neg {top}) {top}) {rounded})")
    return f"(= {value_of(name, result)} {want})"


def finite_goal(name, mode, result, decoder):
    """Formats without infinity: round on the same grid continued upwards, then what overflow becomes."""
    eb, sb, top, overflow = FORMATS[name]
    switch = f"((_ to_fp 8 24) RNE {float(2 ** (3 - 2 ** (eb - 1)))})"   # normal in both sorts from here on
    rm, x, power = MODES[mode], "|value|", f"((_ to_fp 8 24) RNE {float(2 ** SCALE.get(name, 0))})"
    decoded = f"((_ to_fp 8 24) {decoder.result})"
    spec = ""
    if name in SCALE:
        x, decoded = "|scaled|", f"(fp.mul RNE {decoded} {power})"
        spec = f"\n(define-fun |scaled| () (_ FloatingPoint 8 24) (fp.mul RNE |value| {power}))"
    spec += f"""
(define-fun |small| () (_ FloatingPoint 8 24) ((_ to_fp 8 24) RNE ((_ to_fp {eb} {sb}) {rm} {x})))
(define-fun |large| () (_ FloatingPoint 8 24) ((_ to_fp 8 24) RNE ((_ to_fp 8 {sb}) {rm} {x})))
(define-fun |grid| () (_ FloatingPoint 8 24) (ite (fp.lt (fp.abs {x}) {switch}) |small| |large|))
(define-fun |top| () (_ FloatingPoint 8 24) ((_ to_fp 8 24) RNE {top}))
(define-fun |end| () (_ FloatingPoint 8 24) (ite (fp.isNegative |value|) (fp.neg |top|) |top|))
(define-fun |nan| () (_ FloatingPoint 8 24) (_ NaN 8 24))"""
    toward = {"rtz": "true", "rup": "(fp.isNegative |value|)", "rdn": "(not (fp.isNegative |value|))"}.get(mode, "false")
    beyond = "|end|" if overflow == "max" or mode == "sat" else f"(ite (and {toward} (not (fp.isInfinite |value|))) |end| |nan|)"
    number = f"(ite (fp.gt (fp.abs |grid|) |top|) {beyond} |grid|)"
    want = f"(ite (fp.isNaN |value|) {'|top|' if overflow == 'max' else '|nan|'} {number})"
    if name in SCALE:
        want = f"(ite (fp.isZero {want}) (_ +zero 8 24) {want})"
    return f"{decoder.text}{spec}", f"(= {decoded} {want})"


def undefined(translations, arguments):
    """Text that asks for an input on which the code is undefined or poisoned, whatever it computes."""
    declared = "".join(f"(declare-const |{name}| (_ BitVec {width}))\n" for name, width in arguments.items())
    bad = " ".join(x for t in translations for x in (t.undefined, t.poison))
    return f"(set-logic QF_BVFP)\n{declared}{''.join(t.text + chr(10) for t in translations)}(assert (or {bad}))\n(check-sat)\n"


def conversion(module, name, mode):
    """Text that asks for an input on which the code is wrong, poisoned or undefined."""
    t = Translation(module, f"f32_to_{name}_{mode}", ["|x|"])
    head = f"(set-logic QF_BVFP)\n(declare-const |x| (_ BitVec 32))\n(define-fun |value| () (_ FloatingPoint 8 24) ((_ to_fp 8 24) |x|))\n{t.text}\n"
    width = {"f16": 16, "bf16": 16, "e2m3fn": 6, "e3m2fn": 6, "e2m1fn": 4}.get(name, 8)
    fits = f"(bvult {t.result} (_ bv{1 << width} 32))"
    if FORMATS[name][2] is None:
        right = ieee_goal(name, mode, t.result)
    else:
        decoder = Translation(module, f"{name}_to_f32", [t.result])
        text, right = finite_goal(name, mode, t.result, decoder)
        head += text
    return f"{head}\n(assert (or (not {right}) (not {fits}) {t.undefined} {t.poison}))\n(check-sat)\n"


def round_trip(module, name):
    """Every code of the format survives decode and encode; a NaN stays one."""
    width = {"f16": 16, "bf16": 16, "e2m3fn": 6, "e3m2fn": 6, "e2m1fn": 4}.get(name, 8)
    d = Translation(module, f"{name}_to_f32", ["|c|"])
    e = Translation(module, f"f32_to_{name}_rne", [d.result])
    number = f"(not (fp.isNaN ((_ to_fp 8 24) {d.result})))"
    return (f"(set-logic QF_BVFP)\n(declare-const |c| (_ BitVec 32))\n(assert (bvult |c| (_ bv{1 << width} 32)))\n{d.text}\n{e.text}\n"
            f"(assert (or (and {number} (not (= {e.result} |c|))) {d.undefined} {d.poison} {e.undefined} {e.poison}))\n(check-sat)\n")


def wide_conversion(module, source, name, mode):
    """From binary64 and from 64-bit integers, to IEEE formats."""
    eb, sb, _, _ = FORMATS.get(name, (8, 24, None, "inf"))
    value = {"f64": f"((_ to_fp {eb} {sb}) {MODES[mode]} ((_ to_fp 11 53) |x|))",
             "u64": f"((_ to_fp_unsigned {eb} {sb}) {MODES[mode]} |x|)", "s64": f"((_ to_fp {eb} {sb}) {MODES[mode]} |x|)"}[source]
    t = Translation(module, f"{source}_to_{name}_{mode}", ["|x|"])
    code = f"((_ to_fp {eb} {sb}) ((_ extract {eb + sb - 1} 0) {t.result}))"
    return (f"(set-logic QF_BVFP)\n(declare-const |x| (_ BitVec 64))\n{t.text}\n"
            f"(assert (or (not (= {code} {value})) {t.undefined} {t.poison}))\n(check-sat)\n")


WIDE = [("f64", m) for m in ("rne", "rtz")] + [("u64", "rne"), ("s64", "rne")]


def conversion_goals(build, fast):
    """What the code computes, at two levels of optimisation; with the sanitizer's traps, only that none is reached."""
    goals = {}
    levels = ["O2"] if fast else ["O1", "O2", "checked"]
    modules = {l: intermediate(build, PROOFS / "smt" / "conversions.cpp", l) for l in levels}
    for level, module in modules.items():
        traps = level == "checked"
        for name in FAST_FORMATS if fast else FORMATS:
            if name in SCALE and level == "O1":
                continue
            for mode in ("rne", "rup", "sat") if fast else MODES:
                goals[f"f32_to_{name}_{mode}.{level}"] = conversion(module, name, mode) if not traps else \
                    undefined([Translation(module, f"f32_to_{name}_{mode}", ["|x|"])], {"x": 32})
            if not traps:
                goals[f"{name}_round_trip.{level}"] = round_trip(module, name)
        for name in ("f32", "f16", "bf16", "e5m2"):
            for source, mode in WIDE if not fast else []:
                goals[f"{source}_to_{name}_{mode}.{level}"] = wide_conversion(module, source, name, mode) if not traps else \
                    undefined([Translation(module, f"{source}_to_{name}_{mode}", ["|x|"])], {"x": 64})
    return goals


def wrong_claims(build):
    """Claims that are false: each solver has to say so, or the goals above could be empty."""
    module = intermediate(build, PROOFS / "smt" / "conversions.cpp", "O2")
    goals = {}
    for name in ("bf16", "f16", "e4m3fn"):
        for mode, other in (("rna", "rne"), ("rtz", "rdn"), ("rup", "rdn")):
            wrong = conversion(module, name, mode).replace(f" {MODES[mode]} |value|", f" {MODES[other]} |value|")
            goals[f"wrong_{name}_{mode}_is_{other}"] = wrong
    return goals


def solve(build, goals, jobs, entry, solvers=("z3",), expected="unsat"):
    """One outcome a goal and solver."""
    def one(item):
        name, text, solver = item
        ok, answer, seconds = ask(build, name, text, solver, expected)
        return Outcome(entry, f"{name} ({solver})", ok, seconds, "" if ok else f"answered {answer}, expected {expected}")
    items = [(n, t, s) for n, t in goals.items() for s in solvers]
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        return list(pool.map(one, items))
