// Exponentials in binary16, which ends at e^11.09, summed in binary32: the infinity is born where nobody looks for it, in front of
// a logarithm that hands it on.
#include <cuda_fp16.h>

__device__ float warp_sum(float v) {
  for (int step = 16; step > 0; step /= 2) v += __shfl_xor_sync(~0u, v, step);
  return v;
}

// fpcheck: half_logsumexp <<<4, 32>>> x=uniform(5,15):4x64:f16 out=empty:4
// expect: half_logsumexp rule=inf-born|overflow line=marked max_findings=3
__global__ void half_logsumexp(const __half2* x, float* out) {
  const __half2 e = h2exp(x[blockIdx.x * 32 + threadIdx.x]); // expect-line
  const float s = warp_sum(__low2float(e) + __high2float(e));
  if (threadIdx.x == 0) out[blockIdx.x] = logf(s);
}

// fpcheck: shifted_logsumexp <<<4, 32>>> x=uniform(5,15):4x64:f16 out=empty:4
// expect: shifted_logsumexp clean
__global__ void shifted_logsumexp(const __half2* x, float* out) {
  const float2 v = __half22float2(x[blockIdx.x * 32 + threadIdx.x]);
  float top = fmaxf(v.x, v.y);
  for (int step = 16; step > 0; step /= 2) top = fmaxf(top, __shfl_xor_sync(~0u, top, step));
  const float s = warp_sum(expf(v.x - top) + expf(v.y - top));
  if (threadIdx.x == 0) out[blockIdx.x] = top + logf(s);
}
