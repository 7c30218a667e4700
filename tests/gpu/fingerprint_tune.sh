#!/usr/bin/env bash
# Builds fingerprint_tune.cu and runs it: the table of 64 MiB comes last.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
nvcc=${NVCC:-$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)}
"$nvcc" -O3 -t 4 -std=c++20 -arch=sm_90 -I "$root/include" -o "$work/tune" "$root/tests/gpu/fingerprint_tune.cu" "$root/src/kernels/fingerprint.cu" "$root/src/kernels/fingerprint.cpp"
timeout 100 "$work/tune"
