"""SMT goals on the kernels' code and on the formats' arithmetic laws."""
import struct

from .llvm import Translation
from .process import PROOFS
from .smt import intermediate

F32 = "(_ FloatingPoint 8 24)"
FLOAT = "((_ to_fp 8 24) |b|)"
HEAD = "(set-logic QF_BVFP)\n(declare-const |b| (_ BitVec 32))\n"
# of these files' goals, what --fast asks
FAST = {"unit_closed_open_f32", "unit_open_open_f32", "unit_naive", "representable_f32", "loses_f32", "exp2_whole", "exp2_scale_nan", "exp2_of_nan", "exp2_of_at_128"}
UNIT = {"f16": (5, 11), "bf16": (8, 8), "e4m3fn": (4, 4), "e5m2": (5, 3)}


def refuse(head, translations, claim, assuming="true"):
    """Text that asks for a counterexample to the claim, or for poison or undefined behaviour, under an assumption."""
    bad = " ".join(x for t in translations for x in (t.undefined, t.poison))
    return f"{head}{''.join(t.text + chr(10) for t in translations)}(assert {assuming})\n(assert (or (not {claim}) {bad}))\n(check-sat)\n"


def number(x):
    return f"((_ to_fp 8 24) #x{struct.pack('>f', float(x)).hex()})"


def exp2_goals(module):
    goals = {}
    domain = f"(and (fp.leq {number(-151.0)} {FLOAT}) (fp.leq {FLOAT} {number(129.0)}))"
    rounded = f"(fp.roundToIntegral RNE {FLOAT})"
    t = Translation(module, "reduce_whole", [FLOAT])
    goals["exp2_whole"] = refuse(HEAD, [t], f"(= {t.result} ((_ fp.to_sbv 32) RNE {FLOAT}))", domain)
    t = Translation(module, "reduce_fraction", [FLOAT])
    exact = " ".join(f"(= {t.result} (fp.sub {rm} {FLOAT} {rounded}))" for rm in ("RNE", "RTP", "RTN"))
    goals["exp2_fraction"] = refuse(HEAD, [t], f"(or (fp.isZero {t.result}) (and {exact}))", domain)
    small = f"(fp.leq (fp.abs {t.result}) {number(0.5)})"
    goals["exp2_fraction_range"] = refuse(HEAD, [t], small, domain)
    head = HEAD + "(declare-const |n| (_ BitVec 32))\n"
    t = Translation(module, "scale", [FLOAT, "|n|"])
    # p 2^n in a format where it is exact, rounded once
    power = "((_ to_fp 11 53) (concat ((_ extract 11 0) (bvadd |n| #x000003ff)) #x0000000000000))"
    once = f"((_ to_fp 8 24) RNE (fp.mul RNE ((_ to_fp 11 53) RNE {FLOAT}) {power}))"
    inside = f"(and (fp.leq {number(0.5)} {FLOAT}) (fp.lt {FLOAT} {number(2.0)}) (bvsle (bvneg #x00000098) |n|) (bvsle |n| #x00000081))"
    goals["exp2_scale"] = refuse(head, [t], f"(= {t.result} {once})", inside)
    t = Translation(module, "scale", [FLOAT, "|n|"])
    goals["exp2_scale_nan"] = refuse(head, [t], f"(fp.isNaN {t.result})", f"(fp.isNaN {FLOAT})").replace(
        f" {t.undefined} {t.poison}", " false")   # a NaN's scale is meaningless, not undefined
    for name, code, claim in (("plus_infinity", "#x7f800000", "fp.isInfinite"), ("minus_infinity", "#xff800000", "fp.isZero"),
                              ("nan", "#x7fc00000", "fp.isNaN"), ("at_128", "#x43000000", "fp.isInfinite"),
                              ("at_minus_151", "#xc3170000", "fp.isZero"), ("greatest", "#x7f7fffff", "fp.isInfinite")):
        t = Translation(module, "whole_exp2", [f"((_ to_fp 8 24) {code})"])
        goals[f"exp2_of_{name}"] = refuse("(set-logic QF_BVFP)\n", [t], f"({claim} {t.result})")
    return goals


def unit_goals(module):
    goals = {}
    ends = {"closed_open": ("fp.leq", "fp.lt", "(bvlshr |b| (_ bv{0} 32))", 0),
            "open_closed": ("fp.lt", "fp.leq", "(bvadd #x00000001 (bvlshr |b| (_ bv{0} 32)))", 0),
            "open_open": ("fp.lt", "fp.lt", "(bvadd #x00000001 (bvshl (bvlshr |b| (_ bv{0} 32)) #x00000001))", 1)}
    for kind, (low, high, units, more) in ends.items():
        t = Translation(module, kind, ["|b|"])
        exact = f"(= (fp.mul RNE {t.result} {number(16777216.0)}) ((_ to_fp_unsigned 8 24) RNE {units.format(8 + more)}))"
        claim = f"(and ({low} {number(0.0)} {t.result}) ({high} {t.result} {number(1.0)}) {exact})"
        goals[f"unit_{kind}_f32"] = refuse(HEAD, [t], claim)
        for name, (eb, p) in UNIT.items():
            t = Translation(module, f"{kind}_{name}", ["|b|"])
            value = f"((_ to_fp 8 24) RNE ((_ to_fp {eb} {p}) ((_ extract {eb + p - 1} 0) {t.result})))"
            exact = f"(= (fp.mul RNE {value} {number(float(2 ** p))}) ((_ to_fp_unsigned 8 24) RNE {units.format(32 - p + more)}))"
            claim = f"(and ({low} {number(0.0)} {value}) ({high} {value} {number(1.0)}) {exact})"
            goals[f"unit_{kind}_{name}"] = refuse(HEAD, [t], claim)
    t = Translation(module, "naive", ["|b|"])
    goals["unit_naive"] = refuse(HEAD, [t], f"(= (fp.eq {t.result} {number(1.0)}) (bvuge |b| #xffffff80))")
    return goals


def integer_goals(module):
    """representable<F>(n): rounding n downward and upward agree."""
    head = "(set-logic QF_BVFP)\n(declare-const |n| (_ BitVec 64))\n"
    goals = {}
    for name, (eb, p), truth in (("representable_f32", (8, 24), 1), ("representable_f16", (5, 11), 1),
                                 ("representable_bf16", (8, 8), 1), ("representable_e5m2", (5, 3), 1),
                                 ("fits_24", (8, 24), 1), ("loses_f32", (8, 24), 0)):
        t = Translation(module, name, ["|n|"])
        exact = f"(= ((_ to_fp_unsigned {eb} {p}) RTN |n|) ((_ to_fp_unsigned {eb} {p}) RTP |n|))"
        goals[name] = refuse(head, [t], f"(= {exact} (= {t.result} (_ bv{truth} 32)))")
    return goals


def double_rounding_goals():
    """DR-1 where underflow makes Flocq's theorem stop short: bf16 products through binary32, for all operands."""
    bf = "(_ FloatingPoint 8 8)"
    up = lambda x: f"((_ to_fp 8 24) RNE {x})"
    head = f"(set-logic QF_FP)\n(declare-const |x| {bf})\n(declare-const |y| {bf})\n"
    through = f"((_ to_fp 8 8) RNE (fp.mul RNE {up('|x|')} {up('|y|')}))"
    return {"bf16_mul_through_f32": f"{head}(assert (not (= {through} (fp.mul RNE |x| |y|))))\n(check-sat)\n"}


def kernel_module(build, level):
    return intermediate(build, PROOFS / "smt" / "kernels.cpp", level)
