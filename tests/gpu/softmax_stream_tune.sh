#!/usr/bin/env bash
# Builds softmax_stream_tune for each kind of kernel and format, in parallel, runs them one after the other and repeats the best.
set -euo pipefail
cd "$(dirname "$0")"
nvcc=${NVCC:-$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
pids=()
for kind in 1 2; do
  for format in f32 bf16; do
    "$nvcc" -O3 -std=c++20 -arch=sm_90 -split-compile=4 -I ../../include -DTUNE=$kind -DTUNE_FORMAT=${format}_format -o "$work/$kind$format" softmax_stream_tune.cu &
    pids+=($!)
  done
done
for pid in "${pids[@]}"; do wait "$pid"; done
log=${OUT:-$work}/softmax_stream_tune.log
for program in "$work"/[12]*; do timeout 60 "$program" "$@" || echo "BEST program ${program##*/} ended with $?"; done >"$log" 2>&1
grep -E '^(NVIDIA|cudaMemcpy|loop|BEST)|without copies' "$log"
grep -B3 'ended with' "$log" || true
