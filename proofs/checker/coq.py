"""The Coq development: dependency order, compilation with stamps, and questions put to the compiled theorems."""
import concurrent.futures
import hashlib
import re
import shutil
import threading
from pathlib import Path

from .process import PROOFS, Outcome, must, run, tool

REQUIRE = re.compile(r"From\s+Fpcheck(?:\.(\w+))?\s+Require\s+Import\s+([^.]*)\.", re.S)
FORBIDDEN = re.compile(r"\b(Admitted|admit|give_up|Axioms?|Parameters?|Conjecture|Hypothesis\s+\w+\s*:\s*False|"
                       r"bypass_check|Unset\s+Guard|Unset\s+Positivity|Unset\s+Universe|type_in_type|Declare\s+ML)\b")


def without_comments(text: str) -> str:
    out, depth, i = [], 0, 0
    while i < len(text):
        if text.startswith("(*", i):
            depth, i = depth + 1, i + 2
        elif depth and text.startswith("*)", i):
            depth, i = depth - 1, i + 2
        else:
            if not depth:
                out.append(text[i])
            i += 1
    return "".join(out)


class Development:
    """proofs/coq and the generated files, copied to and compiled in the build directory."""

    def __init__(self, build: Path):
        self.dir = build / "coq"
        self.files = {}       # "arith/Format" -> text
        for source in sorted((PROOFS / "coq").rglob("*.v")):
            self.add(source.relative_to(PROOFS / "coq").with_suffix("").as_posix(), source.read_text())
        for source in sorted((build / "generated").glob("*.v")):
            self.add("generated/" + source.stem, source.read_text())
        stems = [f.split("/")[-1] for f in self.files]
        assert len(set(stems)) == len(stems), "Coq files need distinct names"

    def add(self, name: str, text: str):
        self.files[name] = text

    def needs(self, name: str):
        found = []
        for folder, names in REQUIRE.findall(without_comments(self.files[name])):
            for n in names.split():
                found.append(f"{folder}/{n}" if folder else n.replace(".", "/"))
        return found

    def closure(self, wanted):
        order, seen = [], set()

        def visit(n):
            if n in seen:
                return
            if n not in self.files:
                raise RuntimeError(f"no Coq file {n}")
            seen.add(n)
            for d in self.needs(n):
                visit(d)
            order.append(n)
        for n in wanted:
            visit(n)
        return order

    def key(self, name, keys):
        h = hashlib.sha256(self.files[name].encode())
        for d in self.needs(name):
            h.update(keys[d].encode())
        h.update(self.version.encode())
        return h.hexdigest()

    def compile(self, wanted, jobs):
        """Compiles `wanted` and what they need. Outcomes, one a file that had to be compiled."""
        self.version = must([tool("coqc"), "--version"])
        order = sorted(self.closure(wanted), key=lambda n: bool(self.needs(n)))    # the vectors first: they take longest
        keys, results, futures = {}, [], {}
        processor = threading.Semaphore(jobs)
        for n in order:
            keys[n] = self.key(n, keys)

        def build(n):
            for d in self.needs(n):
                if not futures[d].result():
                    results.append(Outcome("coq", n, False, 0, f"needs {d}"))
                    return False
            path = self.dir / (n + ".v")
            stamp = path.with_suffix(".stamp")
            if stamp.exists() and stamp.read_text() == keys[n] and path.with_suffix(".vo").exists():
                return True
            path.parent.mkdir(parents=True, exist_ok=True)
            stamp.unlink(missing_ok=True)
            path.write_text(self.files[n])
            with processor:
                status, out, err, seconds = run([tool("coqc"), "-q", "-w", "none", "-Q", self.dir, "Fpcheck", path],
                                                cwd=self.dir, timeout=900)
            if status == 0:
                stamp.write_text(keys[n])
            results.append(Outcome("coq", n, status == 0, seconds, "" if status == 0 else (err or out)[-1500:]))
            return status == 0
        with concurrent.futures.ThreadPoolExecutor(len(order)) as pool:    # those that wait for others take no processor
            for n in order:
                futures[n] = pool.submit(build, n)
        for stale in self.dir.rglob("*.v"):   # a file that left the sources leaves the build
            if stale.relative_to(self.dir).with_suffix("").as_posix() not in self.files:
                for f in stale.parent.glob(stale.stem + ".*"):
                    f.unlink()
        return results

    def forbidden(self):
        """Sources must not assume anything outside sections."""
        out = []
        for name, text in self.files.items():
            for word in FORBIDDEN.findall(without_comments(text)):
                out.append(Outcome("coq", name, False, 0, f"forbidden word {word}"))
        return out

    def definitions(self, names):
        """Fully qualified names of all transparent constants and inductives of the files, from the .glob files."""
        found = []
        for n in names:
            module = "Fpcheck." + n.replace("/", ".")
            for line in (self.dir / (n + ".glob")).read_text().splitlines():
                m = re.match(r"(def|rec|ind|class|coind) \d+:\d+ \S+ (\S+)$", line)
                if m and not m[2].startswith(":"):
                    found.append(f"{module}.{m[2]}")
        return sorted(set(found))

    def ask(self, names, queries):
        """Answers to vernacular queries {key: command} with the files loaded, not imported."""
        text = "Set Printing Width 240.\nSet Printing Depth 100000.\nSet Printing All.\n"
        text += "".join(f"Require Fpcheck.{n.replace('/', '.')}.\n" for n in names)
        for key, command in queries.items():
            text += f'Goal True. idtac "@@{key}@@". Abort.\n{command}\n'
        path = self.dir / "query.v"
        path.write_text(text)
        out = must([tool("coqc"), "-q", "-w", "none", "-Q", self.dir, "Fpcheck", path], cwd=self.dir)
        parts = re.split(r"@@(.*?)@@\n", out)
        return dict(zip(parts[1::2], parts[2::2]))

    def recheck(self, names):
        """coqchk, the independent kernel, over the project's own files."""
        command = [tool("coqchk"), "-silent", "-o", "-Q", self.dir, "Fpcheck"]
        for n in names:
            command += ["-norec", "Fpcheck." + n.replace("/", ".")]
        status, out, err, seconds = run(command, cwd=self.dir, timeout=1200)
        return Outcome("coqchk", f"{len(names)} files", status == 0, seconds, "" if status == 0 else (err or out)[-1500:])


def fresh(path: Path):
    shutil.rmtree(path, ignore_errors=True)
    path.mkdir(parents=True)
    return path
