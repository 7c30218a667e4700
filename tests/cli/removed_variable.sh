#!/usr/bin/env bash
# A flag in shared memory that is set under a condition only: the compiler takes it for always set, and removes it. What nothing wrote is told
# all the same, and a flag that is cleared first is not. Usage: removed_variable.sh PATH_OF_FPCHECK
set -uo pipefail
fpcheck=$1
command -v "${FPCHECK_NVCC:-nvcc}" > /dev/null || { echo "skipped: there is no nvcc"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat > "$work/flag.cu" <<'CUDA'
// fpcheck: unset <<<1, 64>>> u=uniform(0.1,0.5):64 y=empty:64 limit=2
__global__ void unset(const float* u, float* y, float limit) {
  __shared__ int large;
  if (u[threadIdx.x] > limit) large = 1;
  __syncthreads();
  y[threadIdx.x] = large ? 0.5f * u[threadIdx.x] : u[threadIdx.x];
}
// fpcheck: cleared <<<1, 64>>> u=uniform(0.1,0.5):64 y=empty:64 limit=2
__global__ void cleared(const float* u, float* y, float limit) {
  __shared__ int large;
  __shared__ float unused[32];
  if (threadIdx.x == 0) large = 0;
  __syncthreads();
  if (u[threadIdx.x] > limit) large = 1;
  __syncthreads();
  y[threadIdx.x] = large ? 0.5f * u[threadIdx.x] : u[threadIdx.x];
}
CUDA
failures=0
report=$("$fpcheck" run "$work/flag.cu:unset")
[ $? = 1 ] && grep -q 'uninitialised' <<< "$report" && grep -q 'flag.cu:6' <<< "$report" || { echo "$report"; failures=1; }
report=$("$fpcheck" run "$work/flag.cu:cleared") || { echo "$report"; failures=1; }
exit $failures
