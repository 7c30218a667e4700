"""EFT-1's link to the code: error-free transforms and double words are, operation by operation, what Coq speaks about."""
import struct

from .llvm import Translation
from .process import Outcome
from .terms import same


class Rounded:
    """The operations of coq/arith/{ErrorFree,DoubleWord,DoubleWordSum,DoubleWordQuotient}.v as terms of one format."""

    def __init__(self, eb, sb, factor):
        self.sort, self.factor = f"{eb} {sb}", self.constant(eb, factor)

    @staticmethod
    def constant(eb, x):
        return f"((_ to_fp {'8 24' if eb == 8 else '11 53'}) #x{struct.pack('>f' if eb == 8 else '>d', x).hex()})"

    def rne(self, operation, *terms):
        return f"(fp.{operation} RNE {' '.join(terms)})"

    def two_sum(self, a, b):
        s = self.rne("add", a, b)
        bb = self.rne("sub", s, a)
        return s, self.rne("add", self.rne("sub", a, self.rne("sub", s, bb)), self.rne("sub", b, bb))

    def fast_two_sum(self, x, y):
        s = self.rne("add", x, y)
        return s, self.rne("sub", y, self.rne("sub", s, x))

    def two_prod(self, x, y):
        p = self.rne("mul", x, y)
        return p, self.rne("fma", x, y, f"(fp.neg {p})")

    def split(self, a):
        c = self.rne("mul", self.factor, a)
        high = self.rne("sub", c, self.rne("sub", c, a))
        return high, self.rne("sub", a, high)

    def add_number(self, ah, al, b):
        s = self.two_sum(ah, b)
        return self.fast_two_sum(s[0], self.rne("add", al, s[1]))

    def add_words(self, ah, al, bh, bl):
        s, t = self.two_sum(ah, bh), self.two_sum(al, bl)
        v = self.fast_two_sum(s[0], self.rne("add", s[1], t[0]))
        return self.fast_two_sum(v[0], self.rne("add", t[1], v[1]))

    def sub_words(self, ah, al, bh, bl):
        return self.add_words(ah, al, f"(fp.neg {bh})", f"(fp.neg {bl})")

    def mul_number(self, ah, al, b):
        c = self.two_prod(ah, b)
        return self.fast_two_sum(c[0], self.rne("fma", al, b, c[1]))

    def mul_words(self, ah, al, bh, bl):
        c = self.two_prod(ah, bh)
        t = self.rne("fma", al, bh, self.rne("fma", ah, bl, self.rne("mul", al, bl)))
        return self.fast_two_sum(c[0], self.rne("add", c[1], t))

    def fma_words(self, ah, al, bh, bl, ch, cl):
        return self.add_words(*self.mul_words(ah, al, bh, bl), ch, cl)

    def div_number(self, ah, al, b):
        q = self.rne("div", ah, b)
        p = self.two_prod(q, b)
        d = self.rne("add", self.rne("sub", self.rne("sub", ah, p[0]), p[1]), al)
        return self.fast_two_sum(q, self.rne("div", d, b))

    def div_words(self, ah, al, bh, bl):
        q = self.rne("div", ah, bh)
        r = self.mul_number(bh, bl, q)
        d = self.rne("add", self.rne("sub", ah, r[0]), self.rne("sub", al, r[1]))
        return self.fast_two_sum(q, self.rne("div", d, bh))

    def sqrt_word(self, ah, al):
        """With the case that the theorem leaves out: 0 is its own root."""
        s = self.rne("sqrt", ah)
        rest = self.rne("fma", f"(fp.neg {s})", s, ah)
        root = self.fast_two_sum(s, self.rne("div", self.rne("add", rest, al), self.rne("add", s, s)))
        zero = f"(fp.eq {ah} {self.constant(int(self.sort.split()[0]), 0.0)})"
        return f"(ite {zero} {ah} {root[0]})", f"(ite {zero} {self.constant(int(self.sort.split()[0]), 0.0)} {root[1]})"


TRANSFORMS = {"two_sum": 2, "fast_two_sum": 2, "two_prod": 2, "split": 1}
WORDS = {"add_words": 4, "sub_words": 4, "mul_words": 4, "div_words": 4, "fma_words": 6, "add_number": 3, "mul_number": 3,
         "div_number": 3, "sqrt_word": 2}
WORD_ARGUMENTS = ["|ah|", "|al|", "|bh|", "|bl|", "|ch|", "|cl|"]


def outcomes(module):
    """One a function, part of its result and type."""
    found = []
    for name, eb, sb, factor in (("float", 8, 24, 4097.0), ("double", 11, 53, 134217729.0)):
        rounded = Rounded(eb, sb, factor)
        for table, given, parts in ((TRANSFORMS, ["|a|", "|b|"], ("value", "error")), (WORDS, WORD_ARGUMENTS, ("high", "low"))):
            for function, count in table.items():
                if (function, name) == ("sqrt_word", "float"):
                    continue        # one template with double; clang keeps this instance's result in a vector
                for part, term in zip(parts, getattr(rounded, function)(*given[:count])):
                    code = Translation(module, f"{function}_{part}_{name}", given[:count] if table is TRANSFORMS else given)
                    ok = same(code, term)
                    found.append(Outcome("EFT-1", f"{function}_{part}_{name}", ok, 0, "" if ok else "the code is another sequence of operations"))
    return found
