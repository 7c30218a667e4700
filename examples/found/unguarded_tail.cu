// Eight halves a thread, two at a time: the guard stands round the stores, and the loads are left without one, because what they
// bring is not stored. Where the length is not a multiple of what a block takes, the threads behind the end read memory that is not
// the input's.

#include <cuda_fp16.h>

__device__ __half2 clamped(__half2 v) { return __hmax2(v, __float2half2_rn(0.f)); }

// fpcheck: loads_unguarded <<<cdiv(N, 512), 64>>> x=randn:N y=empty:N N=1000 --expect out-of-bounds
__global__ void loads_unguarded(const __half* x, __half* y, int N) {
  const int first = 8 * (blockIdx.x * blockDim.x + threadIdx.x);
  __half2 pair[4];
  for (int k = 0; k < 4; ++k) pair[k] = clamped(*reinterpret_cast<const __half2*>(x + first + 2 * k));
  for (int k = 0; k < 4; ++k)
    if (first + 2 * k < N) *reinterpret_cast<__half2*>(y + first + 2 * k) = pair[k];
}

// fpcheck: loads_guarded <<<cdiv(N, 512), 64>>> x=randn:N y=empty:N N=1000 --expect clean
__global__ void loads_guarded(const __half* x, __half* y, int N) {
  const int first = 8 * (blockIdx.x * blockDim.x + threadIdx.x);
  for (int k = 0; k < 4; ++k)
    if (first + 2 * k < N)
      *reinterpret_cast<__half2*>(y + first + 2 * k) = clamped(*reinterpret_cast<const __half2*>(x + first + 2 * k));
}
