"""CVT-1 for the rows of formats without an IEEE sort: a code is right if its neighbours enclose the number as they should.

A number is compared by the bits of its magnitude in binary64, which are ordered as it is; nothing here rounds."""
from .llvm import Translation
from .process import PROOFS
from .smt import MODES, intermediate

ROWS = {"e8m0fnu": ("scale", 8, 1, 127), "ue4m3": ("nan_only", 7, 4, 7), "ue5m3": ("nan_only", 8, 4, 15)}   # bits, precision, bias
P3109_PRECISIONS = range(1, 16)
ALWAYS = {(1, "rtz"), (3, "rne"), (4, "rne")}     # P3109 precisions and modes of each full run; --long has all


def word(n):
    return f"(_ bv{n % (1 << 64)} 64)"


def leading(value, top, below):
    """Bits of binary64 of the integer `value` below 2^(top + 1), times 2^below: a case a leading bit, 0 for 0."""
    term = word(0)
    for i in range(top + 1):
        term = (f"(ite (= ((_ extract {i} {i}) {value}) #b1) (bvor (bvshl (bvadd {below} {word(1023 + i)}) {word(52)}) "
                f"(bvand (bvshl {value} {word(52 - i)}) {word((1 << 52) - 1)})) {term})")
    return term


def magnitude(code, m, least):
    """Bits of binary64 of the number with that magnitude code: m stored bits, `least` the exponent of the first normal one."""
    code = f"{code}"
    normal = f"(bvadd (bvshl {code} {word(52 - m)}) (bvshl (bvadd {least} {word(1022)}) {word(52)}))"
    if m == 0:
        return f"(ite (= {code} {word(0)}) {word(0)} {normal})"
    return f"(ite (bvult {code} {word(1 << m)}) {leading(code, m - 1, f'(bvsub {least} {word(m)})')} {normal})"


class Row:
    """A format as terms over 64-bit words: what its codes mean."""

    def __init__(self, precision):
        self.m, self.scale = precision - 1, False
        self.unsigned, self.infinite = "true", "false"
        self.assume = "true"

    @staticmethod
    def listed(name):
        kind, bits, precision, bias = ROWS[name]
        row = Row(precision)
        row.scale, row.width = kind == "scale", word(bits)
        row.least = word((0 if row.scale else 1) - bias)
        row.top, row.nan = word((1 << bits) - 2), word((1 << bits) - 1)
        return row

    @staticmethod
    def p3109(precision):
        """k bits, unsigned if u, without infinity if f: all such rows whose exponents binary64 holds."""
        row = Row(precision)
        row.unsigned, row.infinite, row.width = "(= |u| #x00000001)", "(= |f| #x00000000)", "((_ zero_extend 32) |k|)"
        sign = f"(ite {row.unsigned} {word(0)} {word(1)})"
        exponent_bits = f"(bvadd (bvsub {row.width} {word(precision)}) (bvsub {word(1)} {sign}))"
        row.least = f"(bvsub {word(1)} (bvshl {word(1)} (bvsub {exponent_bits} {word(1)})))"
        last = f"(bvsub (bvshl {word(1)} (bvsub {row.width} {sign})) {word(1)})"
        row.nan = f"(ite {row.unsigned} {last} (bvshl {word(1)} (bvsub {row.width} {word(1)})))"
        row.top = f"(bvsub {last} (bvadd (ite {row.unsigned} {word(1)} {word(0)}) (ite {row.infinite} {word(1)} {word(0)})))"
        row.assume = (f"(and (bvule |u| #x00000001) (bvule |f| #x00000001) (bvule #x00000003 |k|) (bvule |k| #x0000000f) "
                      f"(bvsle {word(1)} {exponent_bits}) (bvsle {exponent_bits} {word(10)}))")
        return row

    def value(self, code):
        """Bits of the magnitude that a code stands for."""
        if self.scale:
            return f"(bvshl (bvadd {code} (bvadd {self.least} {word(1023)})) {word(52)})"
        return magnitude(code, self.m, self.least)

    def middle(self, code):
        """Half way between a code and the next: the odd code of a format with one more bit."""
        if self.scale:
            return f"(bvor {self.value(code)} {word(1 << 51)})"
        if self.m == 0:     # next to zero there is only half of the least number; above, 3/2 of each
            return f"(ite (= {code} {word(0)}) (bvshl (bvadd {self.least} {word(1022)}) {word(52)}) (bvor {self.value(code)} {word(1 << 51)}))"
        return magnitude(f"(bvor (bvshl {code} {word(1)}) {word(1)})", self.m + 1, self.least)


PARAMETERS = "(declare-const |k| (_ BitVec 32))\n(declare-const |u| (_ BitVec 32))\n(declare-const |f| (_ BitVec 32))\n"


def right_code(row, mode, result):
    """The claim about the code of the binary32 number x: definitions to put before, and a term."""
    zero, one = word(0), word(1)
    text = f"""(define-fun |code| () (_ BitVec 64) ((_ zero_extend 32) {result}))
(define-fun |negative| () Bool (= ((_ extract 31 31) |x|) #b1))
(define-fun |size| () (_ BitVec 64) ((_ zero_extend 33) ((_ extract 30 0) |x|)))
(define-fun |infinite| () Bool (= |size| {word(0x7f800000)}))
(define-fun |isnan| () Bool (bvugt |size| {word(0x7f800000)}))
(define-fun |number| () (_ BitVec 64) {magnitude('|size|', 23, word(-126))})
(define-fun |signbit| () (_ BitVec 64) (ite {row.unsigned} {zero} (bvshl {one} (bvsub {row.width} {one}))))
(define-fun |top| () (_ BitVec 64) {row.top})
(define-fun |nancode| () (_ BitVec 64) {row.nan})
(define-fun |mag| () (_ BitVec 64) (bvand |code| (bvnot |signbit|)))
(define-fun |this| () (_ BitVec 64) {row.value('|mag|')})
(define-fun |next| () (_ BitVec 64) {row.value(f'(bvadd |mag| {one})')})
(define-fun |before| () (_ BitVec 64) {row.value(f'(bvsub |mag| {one})')})
(define-fun |above| () (_ BitVec 64) {row.middle('|mag|')})
(define-fun |below| () (_ BitVec 64) {row.middle(f'(bvsub |mag| {one})')})
(define-fun |last| () (_ BitVec 64) {row.value('|top|')})
(define-fun |beyond| () (_ BitVec 64) {row.value(f'(bvadd |top| {one})')})
(define-fun |end| () (_ BitVec 64) {row.middle('|top|')})
(define-fun |least| () Bool (= |mag| {zero}))
(define-fun |even| () Bool (= ((_ extract 0 0) |mag|) #b0))
(define-fun |topeven| () Bool (= ((_ extract 0 0) |top|) #b0))
"""
    from_below = "true" if row.scale else "(= |number| |this|)"       # a scale format has nothing below its least number
    down = "(and (bvule |this| |number|) (bvult |number| |next|))", "(bvuge |number| |beyond|)"
    down = (f"(or (and |least| {from_below}) {down[0]})" if row.scale else down[0]), down[1]
    up = f"(and (bvule |number| |this|) (ite |least| {from_below} (bvugt |number| |before|)))", "(bvugt |number| |last|)"
    even = ("(and (or (bvult |number| |above|) (and (= |number| |above|) |even|)) "
            "(or |least| (bvugt |number| |below|) (and (= |number| |below|) |even|)))",
            "(or (bvugt |number| |end|) (and (= |number| |end|) (not |topeven|)))")
    away = "(and (bvult |number| |above|) (or |least| (bvuge |number| |below|)))", "(bvuge |number| |end|)"
    choice = {"rne": even, "sat": even, "rna": away, "rtz": down,
              "rup": tuple(f"(ite |negative| {a} {b})" for a, b in zip(down, up)),
              "rdn": tuple(f"(ite |negative| {b} {a})" for a, b in zip(down, up))}[mode]
    toward = {"rtz": "true", "rup": "|negative|", "rdn": "(not |negative|)", "sat": "true"}.get(mode, "false")
    text += f"""(define-fun |sign| () (_ BitVec 64) (ite |negative| |signbit| {zero}))
(define-fun |limit| () (_ BitVec 64) (bvor |sign| |top|))
(define-fun |endless| () (_ BitVec 64) (ite {row.infinite} (bvor |sign| (bvadd |top| {one})) |nancode|))
"""
    signed = f"(= |code| (bvor |mag| (ite (= |mag| {zero}) {zero} |sign|)))"
    finite = f"(ite {choice[1]} (= |code| (ite {toward} |limit| |endless|)) (and (bvule |mag| |top|) {signed} {choice[0]}))"
    endless = "|limit|" if mode == "sat" else "|endless|"
    claim = (f"(ite (or |isnan| (and {row.unsigned} |negative| (not (= |size| {zero})))) (= |code| |nancode|) "
             f"(ite |infinite| (= |code| {endless}) {finite}))")
    return text, claim


def encode_goal(module, name, row, mode, parameters, coded=None):
    """The claim for `mode` about the code of that mode, or of another."""
    t = Translation(module, f"f32_to_{name}_{coded or mode}", ["|x|", *parameters])
    text, claim = right_code(row, mode, t.result)
    return (f"(set-logic QF_BV)\n(declare-const |x| (_ BitVec 32))\n{PARAMETERS if parameters else ''}(assert {row.assume})\n{t.text}\n{text}"
            f"(assert (or (not {claim}) {t.undefined} {t.poison}))\n(check-sat)\n")


def value_goal(module, name):
    """Every number's code decodes to it."""
    row = Row.listed(name)
    t = Translation(module, f"{name}_to_f64", ["|c|"])
    return (f"(set-logic QF_BVFP)\n(declare-const |c| (_ BitVec 32))\n{t.text}\n(define-fun |code| () (_ BitVec 64) ((_ zero_extend 32) |c|))\n"
            f"(assert (bvule |code| {row.nan}))\n(define-fun |isnan| () Bool (bvugt (bvshl {t.result} {word(1)}) {word(0x7ff << 53)}))\n"
            f"(assert (or (not (ite (= |code| {row.nan}) |isnan| (= {t.result} {row.value('|code|')}))) {t.undefined} {t.poison}))\n(check-sat)\n")


def goals(build, long):
    """Of the listed rows every mode; of P3109, whose goals speak about all widths, signs and domains at once, some or all."""
    module = intermediate(build, PROOFS / "smt" / "rows.cpp", "O2")
    found = {}
    for mode in MODES:
        for name in ROWS:
            found[f"f32_to_{name}_{mode}.rows"] = encode_goal(module, name, Row.listed(name), mode, [])
        for p in P3109_PRECISIONS:
            if long or (p, mode) in ALWAYS:
                found[f"f32_to_p3109p{p}_{mode}.rows"] = encode_goal(module, f"p3109p{p}", Row.p3109(p), mode, ["|k|", "|u|", "|f|"])
    for name in ROWS:
        found[f"{name}_value.rows"] = value_goal(module, name)
    return found


def wrong_goals(build):
    """Claims that are false: the rows' specification has to notice the wrong mode."""
    module = intermediate(build, PROOFS / "smt" / "rows.cpp", "O2")
    found = {}
    for name in ROWS:
        for mode, other in (("rne", "rna"), ("rtz", "rne"), ("rup", "rdn"), ("sat", "rtz")):
            found[f"wrong_{name}_{other}_is_{mode}"] = encode_goal(module, name, Row.listed(name), mode, [], other)
    return found
