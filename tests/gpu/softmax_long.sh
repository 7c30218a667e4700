#!/usr/bin/env bash
# The rows of 131072 alone: bits against the twins, compute-sanitizer, the fastest schedules; and the gradient checks.
set -uo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
nvcc=${NVCC:-$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
flags=(-std=c++20 -arch=sm_90 -I "$root/include")
pids=()
"$nvcc" -O3 -lineinfo "${flags[@]}" -o "$work/device" "$root/tests/gpu/softmax_device.cu" & pids+=($!)
for kind in 1 2; do
  for format in f32 bf16; do
    "$nvcc" -O3 "${flags[@]}" -DTUNE=$kind -DTUNE_FORMAT=${format}_format -o "$work/$kind$format" "$root/tests/gpu/softmax_tune.cu" & pids+=($!)
  done
done
"$nvcc" -O3 "${flags[@]}" -DROW_FORMAT=f32 -Xcompiler -fPIC -shared -o "$work/f32.so" "$root/tests/gpu/softmax_library.cu" & pids+=($!)
"$nvcc" -O3 "${flags[@]}" -DROW_FORMAT=bf16 -Xcompiler -fPIC -shared -o "$work/bf16.so" "$root/tests/gpu/softmax_library.cu" & pids+=($!)
"$nvcc" -O2 "${flags[@]}" -o "$work/gradient_check" "$root/tests/gpu/gradient_check.cu" "$root/src/kernels/gradient.cpp" "$root/src/kernels/gradient_differences.cpp" & pids+=($!)
for pid in "${pids[@]}"; do wait "$pid" || { echo "softmax_long.sh: a build failed"; exit 1; }; done
timeout 60 "$work/device"
sanitizer=${SANITIZER:-$(command -v compute-sanitizer || echo "$(dirname "$nvcc")/compute-sanitizer")}
if [ -x "$sanitizer" ]; then
  for tool in memcheck racecheck initcheck synccheck; do
    timeout 60 "$sanitizer" --tool $tool --error-exitcode 9 "$work/device" >"$work/$tool" 2>&1
    echo "compute-sanitizer $tool: exit $?, $(grep -E 'ERROR SUMMARY|RACECHECK SUMMARY' "$work/$tool" | tail -1)"
    grep -m1 -A14 -E 'Error:|Invalid|Uninitialized|hazard at' "$work/$tool" | cut -c1-200
  done
fi
for program in "$work"/[12]*; do timeout 30 "$program" longest; done
timeout 60 "$work/gradient_check" | grep -E "products.*4096|4096.*products|where|ok|FAILED|UNEXPECTED"
if python3 -c 'import torch' 2>/dev/null; then timeout 30 python3 "$root/tests/gpu/softmax_peers.py" "$work/f32.so" "$work/bf16.so" classifier; fi
