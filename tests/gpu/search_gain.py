#!/usr/bin/env python3
"""How much larger the error is that a climbing search finds than the largest of as many random inputs, for kernels at small shapes.

Usage: search_gain.py FPCHECK FILE SOURCE [--inputs N] [--on gpu] [--json]. Each kernel is two commands, `--search N` and `--search N,random`. Exit code 1 if
fewer than 5 kernels gain a factor of 4."""
import json, re, subprocess, sys

CASES = [
    "variance <<<4, 256>>> ROWS=4 C=1024 x=uniform(-1,2):ROWSxC out=empty:ROWS",
    "softmax <<<4, 256>>> ROWS=4 C=1024 x=randn:ROWSxC y=empty:ROWSxC",
    "layernorm <<<4, 256>>> ROWS=4 C=1024 x=randn:ROWSxC weight=uniform(0.5,1.5):C y=empty:ROWSxC",
    "matmul <<<(1, 1), 256>>> n=64 A=randn:nxn B=randn:nxn C=empty:nxn",
    "stencil <<<(2, 8), (32, 8)>>> n=64 in=randn:nxn out=inout:zeros:nxn",
    "scan <<<2, 1024>>> ROWS=2 x=uniform(0,1):ROWSx1024 y=empty:ROWSx1024",
    "fft <<<2, 256>>> ROWS=2 x=randn:ROWSx1024 y=empty:ROWSx1024",
    "naive_variance <<<4, 256>>> ROWS=4 C=1024 x=uniform(-1,2):ROWSxC out=empty:ROWS",
]
fpcheck, file, source = sys.argv[1:4]
inputs = sys.argv[sys.argv.index("--inputs") + 1] if "--inputs" in sys.argv else "100"
more = ["--on", "gpu"] if "--on" in sys.argv else []


def found(case, how):
    words = case.split(" ")
    launch = " ".join(w for w in words[1:] if "=" not in w)
    command = [fpcheck, "run", f"{file}:{words[0]}", launch, *[w for w in words[1:] if "=" in w], "--source", source, "--search", how, "--format", "json", "--no-lines", *more]
    done = subprocess.run(command, capture_output=True, text=True)
    try:
        r = json.loads(done.stdout)["cases"][0]
        note = next(n for n in r["notes"] if n.startswith("searched"))
    except (ValueError, KeyError, StopIteration):
        print(done.stdout[-300:], done.stderr[-300:])
        sys.exit(77 if "no device" in done.stdout + done.stderr else 2)
    largest = re.search(r"the largest error is (?:([0-9.e+-]+) ulp|a NaN)", note).group(1)
    return float(largest) if largest else float("inf")


gains = 0
print(f"| kernel | {inputs} random inputs | search of {inputs} | ratio |\n|---|---|---|---|")
for case in CASES:
    random, climbed = found(case, inputs + ",random"), found(case, inputs)
    ratio = climbed / random if random else float("inf")
    gains += ratio >= 4
    print(f"| {case.split(' ')[0]} | {random:.3g} ulp | {climbed:.3g} ulp | {ratio:.3g} |", flush=True)
print(f"{gains} of {len(CASES)} kernels gain a factor of 4")
sys.exit(0 if gains >= 5 else 1)
