#!/usr/bin/env bash
# Builds and runs the benchmark of interval operations without CMake and without the libraries it compares with.
set -euo pipefail
root=$(cd "$(dirname "$0")/../../.." && pwd)
work=$(mktemp -d)
flags=(-O3 -std=c++20 -I "$root/include" -ffp-contract=off -DFPCHECK_BATCH_X86 -DFPCHECK_WITHOUT_PEERS)
g++ "${flags[@]}" -c -o "$work/batch.o" "$root/src/interval/batch.cpp" &
g++ "${flags[@]}" -mavx2 -mfma -c -o "$work/avx2.o" "$root/src/interval/batch_avx2.cpp" &
g++ "${flags[@]}" -mavx512f -mavx512dq -mavx512vl -mavx2 -mfma -mprefer-vector-width=512 -c -o "$work/avx512.o" \
  "$root/src/interval/batch_avx512.cpp" &
g++ "${flags[@]}" -c -o "$work/bench.o" "$root/tests/interval/bench/interval_bench.cpp" &
wait
g++ -o "$work/bench" "$work"/*.o
for _ in 1 2 3; do "$work/bench"; done
