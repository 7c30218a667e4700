#!/usr/bin/env bash
# A line with an exact replacement is tried with it: the hint tells the error of the repaired kernel, and the source stays as it is.
# Usage: repaired_line.sh PATH_OF_FPCHECK
set -uo pipefail
fpcheck=$1
command -v "${FPCHECK_NVCC:-nvcc}" > /dev/null || { echo "skipped: there is no nvcc"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat > "$work/small.h" <<'CUDA'
#pragma once
CUDA
cat > "$work/log.cu" <<'CUDA'
#include "small.h"
// fpcheck: entropy <<<1, 32>>> x=uniform(1e-6,2e-6):32 y=empty:32
__global__ void entropy(const float* x, float* y) {
  y[threadIdx.x] = logf(1.0f + x[threadIdx.x]);
}
// fpcheck: growth <<<1, 32>>> x=uniform(1e-6,2e-6):32 y=empty:32
__global__ void growth(const float* x, float* y) {
  y[threadIdx.x] = (expf(x[threadIdx.x]) - 1.0f) * 2.0f;
}
CUDA
before=$(sha256sum "$work/log.cu")
failures=0
for kernel in entropy:log1p growth:expm1; do
  report=$("$fpcheck" run "$work/log.cu:${kernel%:*}")
  [ $? = 1 ] || { echo "$kernel: no finding"; failures=1; }
  grep -qE "hint: ${kernel#*:}.*; with it the error is at most [0-2](\.[0-9]+)? ulp" <<< "$report" || { echo "$kernel:"; echo "$report"; failures=1; }
done
[ "$before" = "$(sha256sum "$work/log.cu")" ] || { echo "the source was changed"; failures=1; }
exit $failures
