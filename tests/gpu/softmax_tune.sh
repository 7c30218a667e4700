#!/usr/bin/env bash
# Builds softmax_tune for each kind of kernel and format, in parallel, runs them one after the other and repeats the best.
# The argument `long` leaves only the rows of 32768 and more.
set -euo pipefail
cd "$(dirname "$0")"
nvcc=${NVCC:-$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
pids=()
for kind in 1 2 3; do
  for format in f32 bf16; do
    if [ $kind = 3 ] && [ $format = f32 ]; then continue; fi
    "$nvcc" -O3 -std=c++20 -arch=sm_90 -I ../../include -DTUNE=$kind -DTUNE_FORMAT=${format}_format -o "$work/$kind$format" softmax_tune.cu &
    pids+=($!)
  done
done
for pid in "${pids[@]}"; do wait "$pid"; done
for program in "$work"/[123]*; do timeout 60 "$program" "$@" || echo "$program ended with $?"; done | tee "$work/log"
echo
grep -E '^BEST|ended with' "$work/log"
