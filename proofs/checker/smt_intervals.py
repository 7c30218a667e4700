"""INTV-1 and INTV-2 on the compiled code: it is what the Coq theorems speak about.

Sums, products, quotients, roots and fused sums of binary64 are left uninterpreted, so that a solver compares the two
sequences of operations and the branches round them; signs, comparisons and the step to a neighbour are interpreted."""
from .llvm import Translation
from .transforms import Rounded

F64 = "(_ FloatingPoint 11 53)"
OPERATIONS = {"add": 2, "sub": 2, "mul": 2, "div": 2, "sqrt": 1, "fma": 3}
ZERO, INFINITY, LARGEST = "#x0000000000000000", "#x7ff0000000000000", "#x7fefffffffffffff"
double = Rounded(11, 53, 134217729.0)


def bits(code):
    return f"((_ to_fp 11 53) {code})"


def power(k):
    return double.constant(11, 2.0 ** k)


def magnitude(x):
    return f"(fp.abs {x})"


def finite(*terms):
    return f"(and {' '.join(f'(not (fp.isInfinite {t})) (not (fp.isNaN {t}))' for t in terms)})"


def uninterpreted(text):
    """The rounded operations as functions of which nothing is known."""
    for name in OPERATIONS:
        text = text.replace(f"(fp.{name} RNE ", f"(|{name}| ")
    return text


HEAD = ("(set-logic ALL)\n" + "".join(f"(declare-fun |{n}| ({' '.join([F64] * count)}) {F64})\n" for n, count in OPERATIONS.items())
        + "".join(f"(declare-const |{x}| {F64})\n" for x in "ab"))


class Model:
    """coq/arith/{Intervals,Directed}.v as terms; `step` uses the shipped neighbour, for which there is a goal of its own."""

    def __init__(self, module):
        self.module, self.text = module, ""

    def step(self, nearest, residual):
        t = Translation(self.module, "next_below", [nearest], f"model{len(self.text)}")
        self.text += t.text + "\n"
        stepped = f"(ite (fp.lt {residual} {bits(ZERO)}) {t.result} {nearest})"
        return f"(ite (fp.eq {nearest} {bits(INFINITY)}) {bits(LARGEST)} {stepped})"

    def add(self):
        s, e = double.two_sum("|a|", "|b|")
        bb = double.rne("sub", s, "|a|")
        left, right = double.rne("sub", "|a|", double.rne("sub", s, bb)), double.rne("sub", "|b|", bb)
        self.text += f"(assert (= {double.rne('add', left, right)} {double.rne('add', right, left)}))\n"     # all that is known of sums
        return self.step(s, e)

    def sqrt(self):
        s = double.rne("sqrt", "|a|")
        small = f"(fp.lt |a| {power(-900)})"
        x = f"(ite {small} {double.rne('mul', '|a|', power(600))} |a|)"
        t = f"(ite {small} {double.rne('mul', s, power(300))} {s})"
        return self.step(s, double.rne("fma", f"(fp.neg {t})", t, x))

    def div(self):
        q = double.rne("div", "|a|", "|b|")
        small = f"(fp.lt {magnitude('|a|')} {power(-900)})"
        x = f"(ite {small} {double.rne('mul', '|a|', power(600))} |a|)"
        y = f"(ite {small} {double.rne('mul', '|b|', power(600))} |b|)"
        rest = double.rne("fma", f"(fp.neg {q})", y, x)
        stepped = self.step(q, f"(ite (fp.lt {y} {bits(ZERO)}) (fp.neg {rest}) {rest})")
        opposite = f"(xor (fp.lt |a| {bits(ZERO)}) (fp.lt |b| {bits(ZERO)}))"
        tiny = f"(ite {opposite} {bits('#x8000000000000001')} {bits(ZERO)})"
        vanishes = f"(and {small} (fp.gt {magnitude('|b|')} {power(400)}) (not (fp.eq {q} {bits(INFINITY)})))"   # never infinite there
        return f"(ite {vanishes} {tiny} {stepped})"


def neighbour_goals(module):
    """The step down is the number below, of all 2^64: nothing lies between."""
    goals = {}
    for name, less in (("next_below", "(fp.lt {0} {1})"), ("next_above", "(fp.lt {1} {0})")):
        t = Translation(module, name, ["|a|"])
        before = less.format
        claim = f"(and {before(t.result, '|a|')} (not (and {before(t.result, '|b|')} {before('|b|', '|a|')})))"
        end = "#xfff0000000000000" if name == "next_below" else INFINITY
        goals[name] = (f"{HEAD}{t.text}\n(assert (not (fp.isNaN |a|)))\n(assert (not (= |a| {bits(end)})))\n"
                       f"(assert (or (not {claim}) {t.undefined} {t.poison}))\n(check-sat)\n")
    return goals


def directed_goals(module):
    """Finite operands for which the theorems are: none 0 for quotients and roots, no overflow below."""
    goals = {}
    apart = "(not (fp.isZero |a|)) (not (fp.isZero |b|))"
    for name, count, more in (("add", 2, ""), ("div", 2, apart), ("sqrt", 1, "(fp.gt |a| " + bits(ZERO) + ")")):
        model = Model(module)
        want = getattr(model, name)()
        t = Translation(module, f"down_{name}", ["|a|", "|b|"][:count])
        result = double.rne(name, *["|a|", "|b|"][:count])
        assume = f"(and {finite('|a|', '|b|')} {more} (not (fp.isNaN {result})) (not (= {result} {bits('#xfff0000000000000')})))"
        goals[f"down_{name}"] = uninterpreted(f"{HEAD}{t.text}\n{model.text}(assert {assume})\n"
                                              f"(assert (or (not (= {t.result} {want})) {t.undefined} {t.poison}))\n(check-sat)\n")
    return goals


def operand_goals(module):
    """INTV-1: the bounds whose products can be the least or the greatest, as [interval_product] selects them."""
    at_least, at_most = (lambda x, op=op: f"(fp.{op} {x} {bits(ZERO)})" for op in ("geq", "leq"))
    pick = lambda condition, x, y: f"(ite {condition} |{x}| |{y}|)"
    selected = {"lower_a1": pick(at_least("|bl|"), "al", "au"), "lower_b1": pick(at_most("|au|"), "bu", "bl"),
                "lower_a2": pick(at_most("|bu|"), "au", "al"), "lower_b2": pick(at_least("|al|"), "bl", "bu"),
                "upper_a1": pick(at_most("|bu|"), "al", "au"), "upper_b1": pick(at_most("|au|"), "bl", "bu"),
                "upper_a2": pick(at_least("|bl|"), "au", "al"), "upper_b2": pick(at_least("|al|"), "bu", "bl")}
    names = ["|al|", "|au|", "|bl|", "|bu|"]
    declared = "".join(f"(declare-const {n} {F64})\n(assert (not (fp.isNaN {n})))\n" for n in names)
    goals = {}
    for name, want in selected.items():
        t = Translation(module, name, names)
        goals[name] = f"(set-logic ALL)\n{declared}{t.text}\n(assert (or (not (= {t.result} {want})) {t.undefined} {t.poison}))\n(check-sat)\n"
    return goals


def wrong_goals(module):
    """False claims, each with a model: the other bound, and a root rounded by a residual of the other sign."""
    selection = operand_goals(module)
    root = directed_goals(module)["down_sqrt"]
    wrong = selection["lower_a1"].replace("(ite (fp.geq |bl|", "(ite (fp.leq |bl|")
    return {"wrong_lower_a1": wrong, "wrong_down_sqrt": root.replace("(ite (fp.lt (|fma|", "(ite (fp.gt (|fma|")}


def goals(module):
    return neighbour_goals(module) | directed_goals(module) | operand_goals(module)
