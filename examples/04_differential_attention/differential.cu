// Differential attention subtracts two softmax maps, p1 - lambda p2, so that the noise common to both goes away. What is common goes away
// with all its correct digits: where the maps were rounded to bf16 first, the difference consists of rounding errors. The repaired
// kernel subtracts in f32 and rounds the difference.
#include <cuda_bf16.h>

__device__ float weight(const float* logits, int i, int n) {
  float m = logits[0], sum = 0.0f;
  for (int k = 1; k < n; ++k) m = fmaxf(m, logits[k]);
  for (int k = 0; k < n; ++k) sum += expf(logits[k] - m);
  return expf(logits[i] - m) / sum;
}

// fpcheck: differential_bf16 <<<1, N>>> N=64 a=uniform(0,0.01):N b=uniform(0,0.01):N lambda=1 out=empty:N --expect narrowing
__global__ void differential_bf16(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ out, float lambda, int N) {
  const __nv_bfloat16 p1 = __float2bfloat16(weight(a, threadIdx.x, N));
  const __nv_bfloat16 p2 = __float2bfloat16(weight(b, threadIdx.x, N));
  out[threadIdx.x] = __bfloat162float(p1) - lambda * __bfloat162float(p2);
}

// fpcheck: differential_f32 <<<1, N>>> N=64 a=uniform(0,0.01):N b=uniform(0,0.01):N lambda=1 out=empty:N --expect clean
__global__ void differential_f32(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ out, float lambda, int N) {
  out[threadIdx.x] = weight(a, threadIdx.x, N) - lambda * weight(b, threadIdx.x, N);
}
