#!/usr/bin/env python3
"""`--what-if kernels: f64` of a chain of launches tells which kernel's rounding the outputs pay for. Usage: what_if_kernels.py FPCHECK EXAMPLES."""
import json
import os
import subprocess
import sys

fpcheck, examples = sys.argv[1:]
chain = [os.path.join(examples, "42_reproducible_training/mlp.ptx") + ":in_multiples", "--source", os.path.join(examples, "42_reproducible_training/mlp.cu")]


def run(*words):
    return subprocess.run([fpcheck, "run", *chain, *words], capture_output=True, text=True)


rows = json.loads(run("--what-if", "kernels: f64", "--format", "json").stdout)["cases"][0]["what_if"]
assert [r["what"] for r in rows] == ["as it is", "kernel rows: f64", "kernel in_multiples: f64", "kernel step_from_multiples: f64"], rows
rms = {(r["what"], o["output"]): o["rms"] for r in rows for o in r["outputs"]}
# The slopes' errors come from the first kernel; sums of multiples have none of their own; the step rounds the weights.
assert rms["kernel rows: f64", "sums"] < 0.01 * rms["as it is", "sums"]
assert rms["kernel in_multiples: f64", "sums"] == rms["as it is", "sums"]
assert rms["kernel step_from_multiples: f64", "dz1"] == rms["as it is", "dz1"]
one = json.loads(run("--what-if", "kernel rows: f64", "--format", "json").stdout)["cases"][0]["what_if"]
assert one[1]["outputs"] == rows[1]["outputs"]
wrong = run("--what-if", "kernel row: f64")
assert wrong.returncode == 2 and "no launch of the case is of a kernel 'row'" in wrong.stdout + wrong.stderr and "rows, in_multiples" in wrong.stdout + wrong.stderr, wrong
def ordered(kernel):
    words = [chain[0].replace(":in_multiples", ":" + kernel), *chain[1:], "--what-if", "order: 8", "--format", "json"]
    rows = json.loads(subprocess.run([fpcheck, "run", *words], capture_output=True, text=True).stdout)["cases"][0]["what_if"]
    return {o["output"]: o for o in rows[1]["outputs"]}


assert ordered("in_floats")["gradient"]["changed"] > 0  # float atomics have an order
assert ordered("in_multiples")["sums"]["changed"] == 0  # exact sums have none
none = run("--what-if", "order: 0")
assert none.returncode == 2 and "1 to 256" in none.stdout + none.stderr, none
nothing = run("--what-if", "kernels: split")
assert nothing.returncode in (0, 2), nothing
print("what_if_kernels: 3 kernels, each alone in binary64; orders")
