"""Running tools: everything is judged by its exit status, and a missing tool is an error, never a pass."""
import os
import shutil
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROOFS = ROOT / "proofs"


class Incomplete(Exception):
    """Something could not be checked at all."""


@dataclass
class Outcome:
    """What one obligation came to."""
    entry: str      # registry id, or the name of a stage
    what: str
    ok: bool
    seconds: float
    detail: str = ""


def tool(name: str) -> str:
    path = os.environ.get("FPCHECK_" + name.upper().replace("+", "X").replace("-", "_")) or shutil.which(name)
    if not path:
        raise Incomplete(f"{name} is not installed")
    return path


def run(command, cwd=None, timeout=900, stdin=None):
    """Exit status, standard output, standard error, seconds. The limits are for hangs: a busy machine is no failure."""
    start = time.monotonic()
    try:
        done = subprocess.run([str(c) for c in command], cwd=cwd, capture_output=True, text=True, timeout=timeout, input=stdin)
        return done.returncode, done.stdout, done.stderr, time.monotonic() - start
    except subprocess.TimeoutExpired:
        return 124, "", f"no answer within {timeout} s", time.monotonic() - start


def must(command, cwd=None, timeout=900):
    """Standard output of a command that has to succeed."""
    status, out, err, _ = run(command, cwd, timeout)
    if status:
        raise RuntimeError(f"{' '.join(map(str, command))} ended with {status}\n{(out + err)[-3000:]}")
    return out
