"""On a terminal a command says after a second what it waits for, and takes the line away; elsewhere it says nothing.

Usage: progress.py FPCHECK"""

import os
import pathlib
import pty
import subprocess
import sys
import tempfile

program = sys.argv[1]
failures = []


def on_terminal(words, env):
    """What a command writes to stderr where that is a terminal."""
    master, slave = pty.openpty()
    child = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=slave, stdin=subprocess.DEVNULL, env=env)
    os.close(slave)
    seen = b""
    while True:
        try:
            part = os.read(master, 65536)
        except OSError:  # the other end is closed
            break
        if not part:
            break
        seen += part
    child.wait()
    os.close(master)
    return seen.decode()


with tempfile.TemporaryDirectory() as folder:
    here = pathlib.Path(folder)
    (here / "nvcc").write_text("#!/bin/sh\nsleep 2.2\nexit 1\n")
    (here / "nvcc").chmod(0o755)
    (here / "k.cu").write_text("// fpcheck: k <<<1, 1>>>\n__global__ void k() {}\n")
    env = {**os.environ, "FPCHECK_NVCC": str(here / "nvcc"), "FPCHECK_CACHE": "off"}
    slow = on_terminal([program, "run", str(here / "k.cu")], env)
    if "compiling" not in slow or "k.cu, 1 s" not in slow:
        failures.append(f"a compiler that takes two seconds: {slow!r}")
    if slow.rfind("\r\x1b[K") < slow.rfind("compiling"):
        failures.append("the line stays")
    quick = on_terminal([program, "eval", "1 + 1"], env)
    if quick:
        failures.append(f"what takes no second: {quick!r}")
    piped = subprocess.run([program, "run", str(here / "k.cu")], capture_output=True, text=True, env=env)
    if "compiling" in piped.stderr:
        failures.append(f"no terminal: {piped.stderr!r}")
print("\n".join(failures) or "progress is said on a terminal, after a second")
sys.exit(1 if failures else 0)
