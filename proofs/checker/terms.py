"""SMT terms as trees, for claims that two sequences of rounded operations are the same up to the order of operands."""
import re


def parse(text):
    """A term as nested tuples."""
    stack = [[]]
    for token in re.findall(r"\|[^|]*\||[()]|[^\s()]+", text):
        if token == "(":
            stack.append([])
        elif token == ")":
            done = tuple(stack.pop())
            stack[-1].append(done)
        else:
            stack[-1].append(token)
    return stack[0][0]


def canonical(term, definitions):
    """The term with definitions put in, commutative operands in a fixed order, differences as sums, and signs of products in
    front."""
    while isinstance(term, str) and term in definitions:
        term = definitions[term]
    if isinstance(term, str):
        return term
    term = tuple(canonical(t, definitions) for t in term)
    if term[0] == "fp.mul":                     # rounding to nearest is symmetric: signs come out in front
        factors = [t[1] if t[0] == "fp.neg" else t for t in term[2:]]
        minus = sum(t[0] == "fp.neg" for t in term[2:]) % 2
        product = term[:2] + tuple(sorted(factors, key=repr))
        return ("fp.neg", product) if minus else product
    if term[0] == "ite" and term[1][0] == "not":
        return ("ite", term[1][1], term[3], term[2])
    if term[0] == "fp.neg" and term[1][0] == "fp.neg":
        return term[1][1]
    if term[0] == "fp.sub":                     # x - y is x + (-y), also for zeros and infinities
        minus = term[3][1] if term[3][0] == "fp.neg" else ("fp.neg", term[3])
        term = ("fp.add", term[1], term[2], minus)
    if term[0] == "fp.add":
        term = term[:2] + tuple(sorted(term[2:], key=repr))
    if term[0] == "fp.fma":
        term = term[:2] + tuple(sorted(term[2:4], key=repr)) + term[4:]
    return term


def same(translation, specification):
    """Whether what a translated function returns is the specified term, operation by operation."""
    definitions = {}
    for line in translation.lines:
        m = re.match(r"\(define-fun (\|[^|]*\|) \(\) (?:\([^)]*\)|\w+) (.*)\)$", line)
        definitions[m[1]] = parse(m[2])
    return canonical(parse(translation.result), definitions) == canonical(parse(specification), {})
