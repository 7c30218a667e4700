#!/usr/bin/env bash
# Builds hash.cu and runs it: the checks under compute-sanitizer where it is installed, then everything at full size,
# then PyTorch beside it. Usage: tests/gpu/hash.sh [DIRECTORY FOR THE PROGRAM]
set -uo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
work=${1:-$(mktemp -d)}
nvcc=${NVCC:-$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)}
sources=("$root/tests/gpu/hash.cu" "$root/src/kernels/fingerprint.cu" "$root/src/kernels/fingerprint.cpp")
"$nvcc" -O2 -std=c++20 -arch=sm_90 -I "$root/include" -o "$work/hash" "${sources[@]}" || exit 1
sanitizer=$(command -v compute-sanitizer || ls "$(dirname "$nvcc")/compute-sanitizer" 2>/dev/null)
clean=unknown
if [ -n "$sanitizer" ]; then
  clean=
  for tool in memcheck racecheck initcheck synccheck; do
    timeout 100 "$sanitizer" --tool $tool --error-exitcode 9 "$work/hash" small >"$work/$tool.log" 2>&1
    code=$?
    clean="$clean $tool:$([ $code = 0 ] && echo clean || echo "exit $code")"
    [ $code = 0 ] || tail -15 "$work/$tool.log"
  done
else
  echo "compute-sanitizer is not installed"
fi
"$work/hash"
result=$?
python3 "$root/tests/gpu/hash_peers.py" || echo "PyTorch could not be measured"
echo "compute-sanitizer:$clean"
exit $result
