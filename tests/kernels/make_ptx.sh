#!/usr/bin/env bash
# Makes the committed gradient_kernels.ptx; with --check only compares. Skipped (77) without the nvcc that made it.
set -euo pipefail
cd "$(dirname "$0")"
nvcc=${NVCC:-$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)}
[ -x "$nvcc" ] || { echo "no nvcc"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$nvcc" -arch=sm_90 -O3 -std=c++20 -ptx -I ../../include gradient_kernels.cu -o "$work/out.ptx"
if [ "${1-}" != --check ]; then cp "$work/out.ptx" gradient_kernels.ptx; exit; fi
"$nvcc" --version | grep -qF "$(sed -n 's|^// Cuda compilation tools, ||p' gradient_kernels.ptx)" || { echo "made by another nvcc"; exit 77; }
cmp "$work/out.ptx" gradient_kernels.ptx || { echo "run tests/kernels/make_ptx.sh"; exit 1; }
