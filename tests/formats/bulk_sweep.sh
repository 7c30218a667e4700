#!/usr/bin/env bash
# Builds bulk_sweep.cpp once a format, since all of them in one program compile for many minutes, and runs each over all
# 2^32 floats. Usage: tests/formats/bulk_sweep.sh [FORMAT...]; FPCHECK_SHARD=i/n runs the i-th of n parts.
set -uo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
formats=("${@:-}")
[ -n "${formats[0]}" ] || formats=(e4m3fn e5m2 e4m3 e3m4 e4m3fnuz e5m2fnuz e4m3b11fnuz e2m3fn e3m2fn e2m1fn ue4m3 ue5m3)
failed=0
for f in "${formats[@]}"; do
  "${CXX:-g++}" -O3 -std=c++20 -I "$root/include" "-DFPCHECK_SWEEP_FORMAT=${f}_format" "-DFPCHECK_SWEEP_NAME=\"$f\"" \
    -o "$work/sweep" "$root/tests/formats/bulk_sweep.cpp" && "$work/sweep" || failed=1
done
exit $failed
