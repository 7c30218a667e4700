#!/usr/bin/env bash
# Makes src/sweep/library_kernels.ptx, with what all kernels share in front, and judge_kernel.ptx; with --check only compares. Skipped (77) without the nvcc that made it.
set -uo pipefail
cd "$(dirname "$0")/../.." || exit 1
nvcc=${FPCHECK_NVCC:-$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)}
[ -x "$nvcc" ] || { echo "no nvcc"; exit 77; }
kept=src/sweep/library_kernels.ptx
"$nvcc" --version | grep -qF "$(sed -n 's|^// Cuda compilation tools, ||p' $kept)" || [ "${1-}" != --check ] || { echo "made by another nvcc"; exit 77; }
made=$(mktemp)
trap 'rm -f "$made" "$made.raw" "$made.judge"' EXIT
"$nvcc" -ptx -arch=sm_80 -std=c++20 -I include -o "$made.raw" src/sweep/library_kernels.cu || exit 1
{ sed '/\/\/ \.globl/,$d' "$made.raw"; grep '^\.global' "$made.raw"; sed -n '/\/\/ \.globl/,$p' "$made.raw" | grep -v '^\.global'; } >"$made"
"$nvcc" -ptx -arch=sm_80 -std=c++20 -fmad=false -I include -o "$made.judge" src/sweep/judge_kernel.cu || exit 1
if [ "${1-}" != --check ]; then cp "$made" $kept && cp "$made.judge" src/sweep/judge_kernel.ptx; exit; fi
cmp -s "$made" $kept || { echo "library_kernels.ptx is older than its source"; exit 1; }
cmp -s "$made.judge" src/sweep/judge_kernel.ptx || { echo "judge_kernel.ptx is older than its source"; exit 1; }
