// Differential attention subtracts two softmax maps, p1 - lambda p2, so that the noise common to both goes away. What is common goes away
// with all its correct digits: where the maps were rounded to bf16 first, the difference consists of rounding errors; f32 leaves four
// digits of a difference of 1 % here. The repaired kernel computes what cancels in f64 and rounds the difference.
#include <cuda_bf16.h>

template <class Real>
__device__ Real weight(const float* logits, int i, int n) {
  float m = logits[0];
  Real sum = 0;
  for (int k = 1; k < n; ++k) m = fmaxf(m, logits[k]);
  for (int k = 0; k < n; ++k) sum += exp(Real(logits[k]) - m);
  return exp(Real(logits[i]) - m) / sum;
}

// fpcheck: differential_bf16 <<<1, N>>> N=64 a=uniform(0,0.01):N b=uniform(0,0.01):N lambda=1 out=empty:N --expect narrowing
__global__ void differential_bf16(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ out, float lambda, int N) {
  const __nv_bfloat16 p1 = __float2bfloat16(weight<float>(a, threadIdx.x, N));
  const __nv_bfloat16 p2 = __float2bfloat16(weight<float>(b, threadIdx.x, N));
  out[threadIdx.x] = __bfloat162float(p1) - lambda * __bfloat162float(p2);
}

// fpcheck: differential_f64 <<<1, N>>> N=64 a=uniform(0,0.01):N b=uniform(0,0.01):N lambda=1 out=empty:N --expect clean
__global__ void differential_f64(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ out, float lambda, int N) {
  out[threadIdx.x] = static_cast<float>(weight<double>(a, threadIdx.x, N) - lambda * weight<double>(b, threadIdx.x, N));
}
