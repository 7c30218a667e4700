#!/usr/bin/env bash
# Checks inside a kernel under `fpcheck run`: failures are findings on their lines, and a run without any passes.
# Usage: run.sh FPCHECK
set -uo pipefail
here=$(cd "$(dirname "$0")" && pwd)
run() { "$1" run "$here/checked.ptx" -l '<<<2, 32>>>' "0=$2" 1=empty:64 2=64; }
failed=0
expect() { # what it is, the pattern, the text
  grep -qE "$2" <<<"$3" || { echo "missing: $1"; failed=1; }
}
out=$(run "$1" 'uniform(0.6,1.4):64' 2>&1)
[ $? = 1 ] || { echo "failing checks did not fail the run"; failed=1; }
expect "the range" 'probe::range: the value [12]\.[0-9]+ is not in \[0, 1\]' "$out"
expect "the enclosure" 'probe::encloses: the value 1\.[0-9]+ is not in \[0, 1\]' "$out"
expect "the line of the range" 'checked\.cu:16' "$out"
expect "the line of the enclosure" 'checked\.cu:17' "$out"
out2=$(run "$1" 'uniform(0.1,0.4):64' 2>&1)
[ $? = 0 ] || { echo "checks that hold failed the run"; failed=1; }
[ $failed = 0 ] || { echo "$out"; echo "$out2"; }
exit $failed
