#!/usr/bin/env bash
# The row kernels on a device: bits against their twins, compute-sanitizer, and (with torch and Triton) peers.
set -uo pipefail
cd "$(dirname "$0")"
nvcc=${NVCC:-$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
flags=(-O3 -std=c++20 -arch=sm_90 -I ../../include)
pids=()
"$nvcc" "${flags[@]}" -lineinfo -o "$work/device" softmax_device.cu & pids+=($!)
for format in f32 bf16; do
  "$nvcc" "${flags[@]}" -DROW_FORMAT=$format -Xcompiler -fPIC -shared -o "$work/$format.so" softmax_library.cu & pids+=($!)
done
for pid in "${pids[@]}"; do wait "$pid" || { echo "softmax.sh: a build failed"; exit 1; }; done
status=0
timeout 60 "$work/device" || status=1
sanitizer=${SANITIZER:-$(command -v compute-sanitizer || echo /usr/local/cuda/bin/compute-sanitizer)}
if [ -x "$sanitizer" ]; then
  for tool in memcheck racecheck initcheck synccheck; do
    timeout 120 "$sanitizer" --tool $tool --error-exitcode 9 "$work/device" >"$work/$tool" 2>&1
    echo "compute-sanitizer $tool: exit $?, $(grep -E 'ERROR SUMMARY|RACECHECK SUMMARY' "$work/$tool" | tail -1)"
    grep -m3 -E 'Error:|Invalid|Uninitialized|hazard' "$work/$tool"
  done
else
  echo "compute-sanitizer: not here"
fi
if python3 -c 'import torch, triton' 2>/dev/null; then
  timeout 170 python3 softmax_peers.py "$work/f32.so" "$work/bf16.so" || status=1
else
  echo "softmax_peers.py: needs torch and Triton"
fi
exit $status
