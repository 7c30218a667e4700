"""Loop-free LLVM IR to SMT-LIB 2. Every SSA value becomes a definition over the parameters, together with whether it is
poison; undefined behaviour (an unreachable that is reached, a branch on poison, a division by zero) is collected apart."""
import re
import struct

SUFFIX = re.compile(r"(?:, ![\w.]+ !\d+|, align \d+| #\d+)+$")
BITVECTOR = {"add": "bvadd", "sub": "bvsub", "mul": "bvmul", "and": "bvand", "or": "bvor", "xor": "bvxor",
             "shl": "bvshl", "lshr": "bvlshr", "ashr": "bvashr", "udiv": "bvudiv", "urem": "bvurem"}
COMPARE = {"eq": "(= {0} {1})", "ne": "(not (= {0} {1}))"} | {
    k + c: f"(bv{k}{c} {{0}} {{1}})" for k in "us" for c in ("lt", "le", "gt", "ge")}
FLOAT = {"fadd": "fp.add RNE", "fsub": "fp.sub RNE", "fmul": "fp.mul RNE", "fdiv": "fp.div RNE"}
FLOAT_COMPARE = {"oeq": "(fp.eq {0} {1})", "olt": "(fp.lt {0} {1})", "ole": "(fp.leq {0} {1})", "ogt": "(fp.gt {0} {1})",
                 "oge": "(fp.geq {0} {1})", "uno": "(or (fp.isNaN {0}) (fp.isNaN {1}))", "une": "(not (fp.eq {0} {1}))",
                 "ugt": "(not (fp.leq {0} {1}))", "uge": "(not (fp.lt {0} {1}))", "ult": "(not (fp.geq {0} {1}))",
                 "ule": "(not (fp.gt {0} {1}))"}
TYPE = r"(?:i\d+|float|double|\{[^}]*\}|\[\d+ x \w+\]|<\d+ x \w+>)"


class Unsupported(Exception):
    """The instruction is outside the subset."""


def sort(t):
    if t == "float":
        return "(_ FloatingPoint 8 24)"
    if t == "double":
        return "(_ FloatingPoint 11 53)"
    return "Bool" if t == "i1" else f"(_ BitVec {int(t[1:])})"


def functions(text):
    """Name -> (return type, parameter list, body) of every definition in a module."""
    found = {}
    for m in re.finditer(r"^define [^@]*?(%s) @([\w.]+)\((.*?)\)[^{]*\{\n(.*?)^\}" % TYPE, text, re.S | re.M):
        found[m[2]] = (m[1], m[3], m[4])
    return found


def disjunction(terms):
    terms = sorted({t for t in terms if t != "false"})
    return "false" if not terms else terms[0] if len(terms) == 1 else f"(or {' '.join(terms)})"


def both(a, b):
    return "false" if "false" in (a, b) else b if a == "true" else a if b == "true" else f"(and {a} {b})"


class Translation:
    """One function applied to SMT terms: `text` to put before, `result`, `poison` and `undefined` as terms."""

    def __init__(self, module, name, arguments, prefix=None):
        self.prefix = prefix or name
        self.lines, self.types, self.poisoned, self.undefined_terms, self.pairs = [], {}, {}, [], {}
        self.return_type, parameters, body = functions(module)[name]
        for p, a in zip([p for p in parameters.split(",") if p.strip()], arguments):
            t, v = p.split()[0], p.split()[-1]
            self.define(v, t, a, "false")
        self.blocks = self.split(body)
        self.translate()
        self.text = "\n".join(self.lines)
        self.undefined = disjunction(self.undefined_terms)

    def split(self, body):
        blocks = [("entry", [])]
        for line in body.splitlines():
            line = SUFFIX.sub("", line.split(" ;")[0].rstrip())
            if not line.strip():
                continue
            label = re.match(r"^([\w.$-]+):", line)
            if label:
                blocks.append((label[1], []))
            else:
                blocks[-1][1].append(line.strip())
        blocks = [b for b in blocks if b[1]]
        # the entry block is named by the next free number when it has no label of its own
        names = {b for n, ins in blocks for i in ins for b in re.findall(r", %([\w.$-]+) \]", i)}
        unnamed = names - {n for n, _ in blocks}
        if blocks and unnamed:
            blocks[0] = (unnamed.pop(), blocks[0][1])
        return blocks

    def symbol(self, v):
        return f"|{self.prefix}{v}|"

    def define(self, v, t, term, poison):
        self.types[v] = t
        self.lines.append(f"(define-fun {self.symbol(v)} () {sort(t)} {term})")
        if poison not in ("true", "false") and len(poison) > 60:
            self.lines.append(f"(define-fun {self.symbol(v + '?')} () Bool {poison})")
            poison = self.symbol(v + "?")
        self.poisoned[v] = poison

    def value(self, v, t):
        if v.startswith("%"):
            return self.symbol(v)
        if v in ("undef", "poison"):
            raise Unsupported(v)
        if t == "i1":
            return {"true": "true", "false": "false", "1": "true", "0": "false"}[v]
        if t in ("float", "double"):
            d = struct.unpack(">d", bytes.fromhex(v[2:].zfill(16)))[0] if v.startswith("0x") else float(v)
            if t == "float":
                return f"((_ to_fp 8 24) #x{struct.pack('>f', d).hex()})"
            return f"((_ to_fp 11 53) #x{struct.pack('>d', d).hex()})"
        w = int(t[1:])
        return f"(_ bv{int(v) % (1 << w)} {w})"

    def poison_of(self, *names):
        return disjunction(self.poisoned.get(n, "false") for n in names)

    def translate(self):
        predecessors = {n: [] for n, _ in self.blocks}
        for n, ins in self.blocks:
            for target in re.findall(r"label %([\w.$-]+)", ins[-1]):
                predecessors[target].append(n)
        self.reach, self.edge, done = {self.blocks[0][0]: "true"}, {}, set()
        todo = list(self.blocks)
        while todo:
            block = next((b for b in todo if all(p in done for p in predecessors[b[0]])), None)
            if block is None:
                raise Unsupported("a loop")
            todo.remove(block)
            n, ins = block
            done.add(n)
            if predecessors[n]:
                into = disjunction(self.edge[(p, n)] for p in set(predecessors[n]))
                self.lines.append(f"(define-fun {self.symbol('@' + n)} () Bool {into})")
                self.reach[n] = self.symbol("@" + n)
            for i in ins:
                self.instruction(n, i)

    def leave(self, n, target, condition):
        old = self.edge.get((n, target))
        term = both(self.reach[n], condition)
        self.edge[(n, target)] = term if old is None else disjunction([old, term])

    def instruction(self, n, text):
        if m := re.match(r"br label %([\w.$-]+)", text):
            return self.leave(n, m[1], "true")
        if m := re.match(r"br i1 (\S+), label %([\w.$-]+), label %([\w.$-]+)", text):
            c = self.value(m[1], "i1")
            self.undefined_terms.append(both(self.reach[n], self.poison_of(m[1])))
            self.leave(n, m[2], c)
            return self.leave(n, m[3], f"(not {c})")
        if m := re.match(r"ret (%s) (\S+)" % TYPE, text):
            self.result, self.poison = self.value(m[2], m[1]), self.poison_of(m[2])
            return None
        if text == "unreachable":
            return self.undefined_terms.append(self.reach[n])
        if "@llvm.ubsantrap" in text or "@llvm.trap" in text:
            return self.undefined_terms.append(self.reach[n])
        if "@llvm.assume" in text or "@llvm.lifetime" in text:
            return None
        v, right = text.split(" = ", 1)
        for pattern, handle in HANDLERS:
            if m := re.match(pattern, right):
                return handle(self, n, v, m)
        raise Unsupported(text)

    def phi(self, n, v, m):
        t, alternatives = m[1], re.findall(r"\[ (\S+), %([\w.$-]+) \]", m[2])
        term, poison = self.value(alternatives[-1][0], t), self.poison_of(alternatives[-1][0])
        for a, block in alternatives[:-1]:
            edge = self.edge[(block, n)]
            term = f"(ite {edge} {self.value(a, t)} {term})"
            p = self.poison_of(a)
            poison = poison if p == poison else f"(ite {edge} {p} {poison})"
        self.define(v, t, term, poison)

    def select(self, _n, v, m):
        c, t, a, b = m[1], m[2], m[3], m[5]
        chosen = self.poison_of(a) if self.poison_of(a) == self.poison_of(b) else \
            f"(ite {self.value(c, 'i1')} {self.poison_of(a)} {self.poison_of(b)})"
        self.define(v, t, f"(ite {self.value(c, 'i1')} {self.value(a, t)} {self.value(b, t)})",
                    disjunction([self.poison_of(c), chosen]))

    def compare(self, _n, v, m):
        a, b = self.value(m[3], m[2]), self.value(m[4], m[2])
        term = COMPARE[m[1]].format(a, b) if m[2] != "i1" else f"(= {a} {b})" if m[1] == "eq" else f"(xor {a} {b})"
        self.define(v, "i1", term, self.poison_of(m[3], m[4]))

    def float_compare(self, _n, v, m):
        term = FLOAT_COMPARE[m[1]].format(self.value(m[3], m[2]), self.value(m[4], m[2]))
        self.define(v, "i1", term, self.poison_of(m[3], m[4]))

    def convert(self, _n, v, m):
        kind, source, a, target = m[1], m[2], self.value(m[3], m[2]), m[4]
        poison = self.poison_of(m[3])
        if kind in ("uitofp", "sitofp"):
            sb = "8 24" if target == "float" else "11 53"
            f = "to_fp_unsigned" if kind == "uitofp" else "to_fp"
            term = f"((_ {f} {sb}) RNE {a})"
        elif kind in ("fpext", "fptrunc"):
            term = f"((_ to_fp {'8 24' if target == 'float' else '11 53'}) RNE {a})"
        elif kind == "bitcast":
            if source.startswith("i"):
                term = f"((_ to_fp {'8 24' if target == 'float' else '11 53'}) {a})"
            else:
                # the bits of a float: an unconstrained word that reads back as it (NaN payloads are then arbitrary)
                w = int(target[1:])
                self.lines.append(f"(declare-const {self.symbol(v + '#')} (_ BitVec {w}))")
                eb = "8 24" if source == "float" else "11 53"
                self.lines.append(f"(assert (= ((_ to_fp {eb}) {self.symbol(v + '#')}) {a}))")
                term = self.symbol(v + "#")
        elif source == "i1":
            k = int(target[1:])
            term = f"(ite {a} {'(_ bv1 %d)' % k if kind == 'zext' else '(bvnot (_ bv0 %d))' % k} (_ bv0 {k}))"
        elif target == "i1":
            term = f"(= ((_ extract 0 0) {a}) #b1)"
        else:
            w, k = int(source[1:]), int(target[1:])
            term = f"((_ extract {k - 1} 0) {a})" if kind == "trunc" else \
                f"((_ {'zero' if kind == 'zext' else 'sign'}_extend {k - w}) {a})"
        self.define(v, target, term, poison)

    def arithmetic(self, n, v, m):
        op, flags, t, x, y = m[1], m[2], m[3], m[4], m[5]
        a, b, poison = self.value(x, t), self.value(y, t), [self.poison_of(x, y)]
        if t == "i1":
            return self.define(v, t, f"({op} {a} {b})", poison[0])
        w, f = int(t[1:]), BITVECTOR[op]
        if op in ("shl", "lshr", "ashr"):
            poison.append(f"(bvuge {b} (_ bv{w} {w}))" if y.startswith("%") else "false")
            if "exact" in flags:
                poison.append(f"(not (= (bvshl ({f} {a} {b}) {b}) {a}))")
        if op in ("udiv", "urem"):
            self.undefined_terms.append(both(self.reach[n], f"(= {b} (_ bv0 {w}))"))
        for flag, extend, back in (("nuw", "zero_extend", "bvlshr"), ("nsw", "sign_extend", "bvashr")):
            if flag not in flags:
                continue
            if op == "shl":
                poison.append(f"(not (= ({back} (bvshl {a} {b}) {b}) {a}))")
            else:
                k = w if op == "mul" else 2
                wide = lambda term: f"((_ {extend} {k}) {term})"
                poison.append(f"(not (= ({f} {wide(a)} {wide(b)}) {wide(f'({f} {a} {b})')}))")
        self.define(v, t, f"({f} {a} {b})", disjunction(poison))

    def float_arithmetic(self, _n, v, m):
        self.define(v, m[2], f"({FLOAT[m[1]]} {self.value(m[3], m[2])} {self.value(m[4], m[2])})", self.poison_of(m[3], m[4]))

    def call(self, _n, v, m):
        t, name = m[1], m[2]
        args = [a.split() for a in m[3].split(",")]
        names = [a[-1] for a in args]
        values = [self.value(a[-1], a[0]) for a in args]
        poison = self.poison_of(*names)
        if name in ("usub.sat",):
            term = f"(ite (bvuge {values[0]} {values[1]}) (bvsub {values[0]} {values[1]}) (_ bv0 {int(t[1:])}))"
        elif name in ("umin", "umax", "smin", "smax"):
            compare = f"bv{name[0]}{'le' if name.endswith('in') else 'ge'}"
            term = f"(ite ({compare} {values[0]} {values[1]}) {values[0]} {values[1]})"
        elif name == "abs":
            term = f"(ite (bvslt {values[0]} (_ bv0 {int(t[1:])})) (bvneg {values[0]}) {values[0]})"
        elif name in ("ctlz", "cttz"):
            w = int(t[1:])
            bits = range(w) if name == "ctlz" else range(w - 1, -1, -1)
            term = f"(_ bv{w} {w})"
            for i in bits:
                count = w - 1 - i if name == "ctlz" else i
                term = f"(ite (= ((_ extract {i} {i}) {values[0]}) #b1) (_ bv{count} {w}) {term})"
            if names[1] == "true":
                poison = disjunction([poison, f"(= {values[0]} (_ bv0 {w}))"])
        elif name == "fma":
            term = f"(fp.fma RNE {' '.join(values)})"
        elif name == "fabs":
            term = f"(fp.abs {values[0]})"
        elif name == "sqrt":
            term = f"(fp.sqrt RNE {values[0]})"
        elif name.endswith("with.overflow"):
            self.pairs[v] = (name, t, names, values, poison)
            return None
        else:
            raise Unsupported(f"call of llvm.{name}")
        self.define(v, t, term, poison)

    def extract(self, _n, v, m):
        name, _, _, (a, b), poison = self.pairs[m[1]]
        f = {"add": "bvadd", "sub": "bvsub", "mul": "bvmul"}[name[1:4]]
        w = int(re.search(r"i(\d+)", self.pairs[m[1]][1])[1])
        if m[2] == "0":
            return self.define(v, f"i{w}", f"({f} {a} {b})", poison)
        extend, k = "sign_extend" if name[0] == "s" else "zero_extend", w if f == "bvmul" else 2
        wide = lambda term: f"((_ {extend} {k}) {term})"
        self.define(v, "i1", f"(not (= ({f} {wide(a)} {wide(b)}) {wide(f'({f} {a} {b})')}))", poison)

    def freeze(self, _n, v, m):
        if self.poison_of(m[2]) != "false":
            raise Unsupported("freeze of something that may be poison")
        self.define(v, m[1], self.value(m[2], m[1]), "false")

    def negate(self, _n, v, m):
        self.define(v, m[1], f"(fp.neg {self.value(m[2], m[1])})", self.poison_of(m[2]))


HANDLERS = [
    (r"phi (%s) (.*)" % TYPE, Translation.phi),
    (r"select i1 (\S+), (%s) (\S+), (%s) (\S+)" % (TYPE, TYPE), Translation.select),
    (r"icmp (\w+) (%s) (\S+), (\S+)" % TYPE, Translation.compare),
    (r"fcmp (\w+) (%s) (\S+), (\S+)" % TYPE, Translation.float_compare),
    (r"(zext|sext|trunc|uitofp|sitofp|fpext|fptrunc|bitcast) (%s) (\S+) to (%s)" % (TYPE, TYPE), Translation.convert),
    (r"(add|sub|mul|shl|lshr|ashr|and|or|xor|udiv|urem)((?: nuw| nsw| exact)*) (%s) (\S+), (\S+)" % TYPE, Translation.arithmetic),
    (r"(fadd|fsub|fmul|fdiv) (%s) (\S+), (\S+)" % TYPE, Translation.float_arithmetic),
    (r"fneg (%s) (\S+)" % TYPE, Translation.negate),
    (r"(?:tail |notail )?call (%s) @llvm\.([a-z]+(?:\.(?:sat|with\.overflow))?)\.[\w.]+\((.*)\)" % TYPE, Translation.call),
    (r"extractvalue \{[^}]*\} (\S+), (\d)", Translation.extract),
    (r"freeze (%s) (\S+)" % TYPE, Translation.freeze),
]
