"""Constants and vectors taken from the C++ headers, so that the theorems speak about what is shipped."""
from .process import PROOFS, ROOT, must, tool

CXXFLAGS = ["-std=c++20", "-O2", "-ffp-contract=off", "-fno-trapping-math", "-fno-math-errno", "-Wall", "-Wextra", "-Wno-psabi",
            "-I", str(ROOT / "include")]
# program of gen/ -> the Coq files it writes (its standard output, or one a name given as its argument)
COQ_FILES = {"rows": ["Rows"], "exp2": ["Exp2Constants"], "vectors": ["Vectors"], "interval_vectors": ["IntervalVectors"]}


def compile_program(source, binary, flags=()):
    binary.parent.mkdir(parents=True, exist_ok=True)
    must([tool("c++"), *CXXFLAGS, *flags, source, "-o", binary])
    return binary


def write_if_new(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists() or path.read_text() != text:
        path.write_text(text)


ONLY_FULL = {"vectors", "interval_vectors"}     # what the replays need


def generate(build, fast):
    for program, files in COQ_FILES.items():
        if fast and program in ONLY_FULL:
            continue
        binary = compile_program(PROOFS / "gen" / f"{program}.cpp", build / "bin" / f"gen_{program}")
        for f in files:
            write_if_new(build / "generated" / f"{f}.v", must([binary, f]))
