#!/usr/bin/env bash
# The classifier's loss on tensor cores beside torch on a device of sm_90: errors, bits, time, memory.
set -euo pipefail
cd "$(dirname "$0")"
nvcc=${NVCC:-$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$nvcc" -O3 -std=c++20 -gencode arch=compute_90a,code=sm_90a -I ../../include -Xcompiler -fPIC -shared -o "$work/tensor_classifier.so" tensor_classifier.cu
timeout 200 python3 tensor_classifier.py "$work/tensor_classifier.so"
