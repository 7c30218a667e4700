#!/usr/bin/env bash
# Builds interval_tightness.cu and runs it: once with a wrong bound, which it must find, and once in earnest.
# The points that it leaves to MPFR are written to FILE. Usage: tests/gpu/interval_tightness.sh [FILE]
set -uo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
nvcc=${NVCC:-$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)}
"$nvcc" -O2 -std=c++20 -arch=sm_90 -I "$root/include" -o "$work/tightness" "$root/tests/gpu/interval_tightness.cu" || exit 1
time "$work/tightness" "${1:-$work/hard_points.txt}"
result=$?
found=$("$work/tightness" "$work/none.txt" break | grep -c 'FAILED: [12] not')
echo "interval_tightness: exit $result; with bounds made wrong $found of 27 functions fail"
[ "$found" = 27 ] || [ $result != 0 ] || result=1
exit $result
