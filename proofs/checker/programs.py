"""C++ programs that count over all inputs or test identities: a claim holds if the program ends with status 0."""
from .generate import compile_program
from .process import PROOFS, Outcome, run

FLAGS = {"exhaustive": ["-O3", "-fopenmp-simd", "-pthread"], "identity": ["-O1"]}


def run_all(build, entries, fast):
    outcomes, done = [], {}
    for e in entries:
        source = PROOFS / e["spec"][0]
        if source not in done:
            binary = compile_program(source, build / "bin" / source.stem, FLAGS[e["engine"]])
            status, out, err, seconds = run([binary, "fast" if fast else "full"], timeout=900)
            done[source] = (status == 0, (out + err).strip()[-400:], seconds)
        ok, text, seconds = done[source]
        outcomes.append(Outcome(e["id"], e["name"], ok, seconds, "" if ok else text))
    return outcomes
