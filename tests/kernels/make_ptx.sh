#!/usr/bin/env bash
# Makes the committed .ptx of every *_kernels.cu; with --check only compares. Skipped (77) without the nvcc that made them.
set -euo pipefail
cd "$(dirname "$0")"
nvcc=${NVCC:-$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)}
[ -x "$nvcc" ] || { echo "no nvcc"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for source in *_kernels.cu; do
  target=${source%.cu}.ptx
  "$nvcc" -arch=sm_90 -O3 -std=c++20 -ptx -I ../../include "$source" -o "$work/out.ptx"
  if [ "${1-}" != --check ]; then cp "$work/out.ptx" "$target"; continue; fi
  "$nvcc" --version | grep -qF "$(sed -n 's|^// Cuda compilation tools, ||p' "$target")" || { echo "made by another nvcc"; exit 77; }
  cmp "$work/out.ptx" "$target" || { echo "run tests/kernels/make_ptx.sh"; exit 1; }
done
