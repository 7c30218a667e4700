#!/usr/bin/env bash
# Gradient checks on a device beside torch.autograd.gradcheck, and the device code under compute-sanitizer. Builds what it
# runs. Usage: tests/gpu/gradient_check.sh [FOLDER FOR THE PROGRAM]; needs nvcc, for the comparison python3 with torch.
set -uo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
work=${1:-$(mktemp -d)}
nvcc=${NVCC:-$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)}
"$nvcc" -O2 -std=c++20 -arch=sm_90 -lineinfo -I "$root/include" -o "$work/gradient_check" "$root/tests/gpu/gradient_check.cu" \
  "$root/src/kernels/gradient.cpp" "$root/src/kernels/gradient_differences.cpp" || exit 1
"$work/gradient_check"
status=$?
sanitizer=${SANITIZER:-$(command -v compute-sanitizer || echo "$(dirname "$nvcc")/compute-sanitizer")}
if [ -x "$sanitizer" ]; then
  for tool in memcheck racecheck initcheck synccheck; do
    timeout 100 "$sanitizer" --tool $tool --error-exitcode 9 "$work/gradient_check" small >"$work/$tool.log" 2>&1
    code=$?
    [ $code = 0 ] || { status=1; grep -m 5 -A 3 "=====" "$work/$tool.log"; }
    echo "compute-sanitizer $tool: exit code $code, $(grep -E 'ERROR SUMMARY|RACECHECK SUMMARY' "$work/$tool.log" | tail -1)"
  done
else
  echo "compute-sanitizer: not found"
fi
python3 -c 'import torch' 2>/dev/null || { echo "torch: not found"; exit $status; }
timeout 100 python3 "$root/tests/gpu/gradient_torch.py" || status=1
exit $status
