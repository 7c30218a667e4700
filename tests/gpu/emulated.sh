#!/usr/bin/env bash
# Runs the kernels that the emulator's tests run on a card and prints digests of their results: the lines of emulated.digests. Needs none of
# fpcheck's packages: std::expected of gcc 13 stands in for tl::expected. Run from the repository's root.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/tl"
printf '#pragma once\n#include <expected>\nnamespace tl { using std::expected; using std::unexpected; }\n' > "$work/tl/expected.hpp"
flags=(-std=c++23 -O1 -ffp-contract=off -fno-strict-aliasing -DFPCHECK_SOURCE_DIR="\"$PWD\"" -I "$work" -I include)
for source in tests/gpu/emulated.cpp src/testing/device.cpp src/tensor/dtype.cpp src/base/diagnostic.cpp src/base/plain_text.cpp src/kernels/fingerprint.cpp; do
  g++ "${flags[@]}" -c "$source" -o "$work/$(basename "$source").o" & pids+=($!)
done
nvcc=${NVCC:-$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)}
for kernels in gradient hash row; do
  "$(dirname "$nvcc")/ptxas" -arch=sm_90 "tests/kernels/${kernels}_kernels.ptx" -o "$work/${kernels}_kernels.cubin" & pids+=($!)
done
for pid in "${pids[@]}"; do wait "$pid"; done
g++ "$work"/*.o -ldl -o "$work/emulated"
status=0
"$work/emulated" "$work" > "$work/lines" || status=$?
cat "$work/lines"
[ $status -eq 0 ] || exit $status
if [ -e tests/gpu/emulated.digests ]; then
  grep -v '^WRONG' "$work/lines" | diff - tests/gpu/emulated.digests && echo "emulated: the digests are those recorded"
fi
