"""Running tools: everything is judged by its exit status, and a missing tool is an error, never a pass."""
import os
import shutil
import subprocess
import tempfile
import threading
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
    seconds: float  # of processor time
    detail: str = ""


def tool(name: str) -> str:
    path = os.environ.get("FPCHECK_" + name.upper().replace("+", "X").replace("-", "_")) or shutil.which(name)
    if not path:
        raise Incomplete(f"{name} is not installed")
    return path


COSTS = []     # (processor seconds, command) of everything that ran


def run(command, cwd=None, timeout=900):
    """Exit status, standard output, standard error, processor seconds. The limits are for hangs: a busy machine is no failure."""
    words = [str(c) for c in command]
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        process = subprocess.Popen(words, cwd=cwd, stdin=subprocess.DEVNULL, stdout=out, stderr=err)
        late = threading.Event()
        alarm = threading.Timer(timeout, lambda: (late.set(), process.kill()))
        alarm.start()
        _, status, usage = os.wait4(process.pid, 0)
        alarm.cancel()
        process.returncode = os.waitstatus_to_exitcode(status)
        seconds = usage.ru_utime + usage.ru_stime
        COSTS.append((seconds, " ".join(words)))
        if late.is_set():
            return 124, "", f"no answer within {timeout} s", seconds
        texts = []
        for stream in (out, err):
            stream.seek(0)
            texts.append(stream.read().decode(errors="replace"))
        return process.returncode, *texts, seconds


def must(command, cwd=None, timeout=900):
    """Standard output of a command that has to succeed."""
    status, out, err, _ = run(command, cwd, timeout)
    if status:
        raise RuntimeError(f"{' '.join(map(str, command))} ended with {status}\n{(out + err)[-3000:]}")
    return out
