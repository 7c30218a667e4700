#!/bin/sh
# What `fpcheck tune` proposes for a wrong kernel, verified on the edited source, and for a sound one. Exit 77: no nvcc.
# Usage: proposals.sh FPCHECK PROJECT
set -eu
command -v nvcc >/dev/null || { echo "skipped: no nvcc on PATH"; exit 77; }
fail() { echo "proposals.sh: $1"; cat "$out"; exit 1; }
out=$(mktemp)
trap 'rm -f "$out"' EXIT
code=0
"$1" tune "$2/examples/01_first_run/naive_variance.cu" >"$out" || code=$?
[ "$code" = 1 ] || fail "a kernel to repair ends with $code"
grep -q 'line 26: f64' "$out" || fail "line 26 is not proposed"
grep -q 'the edited source: passed' "$out" || fail "the repair is not clean"
code=0
"$1" tune "$2/tests/cli/what_if/weighted_mean.cu" -l '<<<8, 128>>>' x=uniform:1024x80 'w=uniform(0.5,1):1024x80' y=empty:1024 C=80 --tol 100000ulp >"$out" || code=$?
[ "$code" = 0 ] || fail "a sound kernel ends with $code"
grep -q 'all together: .* % of the operations' "$out" || fail "nothing may be narrower"
code=0
"$1" tune "$2/examples/01_first_run/naive_variance.cu" --format html >"$out" || code=$?
[ "$code" = 1 ] || fail "the page of a kernel to repair ends with $code"
grep -q '<svg class="front".*<polyline class="steps".*<circle class="chosen"' "$out" || fail "the page has no front"
grep -q 'The edited source: passed' "$out" || fail "the page does not say what became of the edit"
