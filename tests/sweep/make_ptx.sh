#!/usr/bin/env bash
# Makes library_kernels.ptx and searched_kernels.ptx of src/sweep, with what all kernels share in front, and judge_kernel.ptx and stretch_kernel.ptx; with --check only compares.
# Skipped (77) without the nvcc that made them.
set -uo pipefail
cd "$(dirname "$0")/../.." || exit 1
nvcc=${FPCHECK_NVCC:-$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)}
[ -x "$nvcc" ] || { echo "no nvcc"; exit 77; }
"$nvcc" --version | grep -qF "$(sed -n 's|^// Cuda compilation tools, ||p' src/sweep/library_kernels.ptx)" || [ "${1-}" != --check ] || { echo "made by another nvcc"; exit 77; }
made=$(mktemp -d)
trap 'rm -rf "$made"' EXIT
compile() { "$nvcc" -ptx -arch=sm_80 -std=c++20 "${@:3}" -I include -o "$1" "$2"; }
for kernels in library searched; do
  compile "$made/raw" src/sweep/${kernels}_kernels.cu || exit 1
  # Shared data, then shared functions, which nvcc declares in the first kernel's part and writes behind the last one.
  awk '/\/\/ \.globl/ { kernels = 1 } /^\.func .*\($/ { functions = 1 } /^\.func / && !functions { declares = 1 }
       { part = functions ? "functions" : declares ? "head" : /^\.global/ ? "data" : kernels ? "kernels" : "head"; print > (dir "/" part) } /^;/ { declares = 0 }' dir="$made" "$made/raw"
  touch "$made/data" "$made/functions"
  cat "$made/head" "$made/data" "$made/functions" "$made/kernels" >"$made/${kernels}_kernels.ptx"
  rm "$made/head" "$made/data" "$made/functions" "$made/kernels"
done
for judge in judge stretch; do compile "$made/${judge}_kernel.ptx" src/sweep/${judge}_kernel.cu -fmad=false || exit 1; done
for ptx in library_kernels judge_kernel stretch_kernel searched_kernels; do
  if [ "${1-}" != --check ]; then cp "$made/$ptx.ptx" src/sweep/$ptx.ptx; continue; fi
  cmp -s "$made/$ptx.ptx" src/sweep/$ptx.ptx || { echo "$ptx.ptx is older than its source"; exit 1; }
done
