// Scalable softmax multiplies the logits by s log n, so that attention over a long row does not fade. "Multiply the query by s log n"
// is free on paper. In bf16 the product is rounded again, and s log n makes the logits five times larger: half an ulp of a logit of 40
// is 1/8, and exp turns that into 13 % of a probability. The repaired kernel applies the factor in f32, where the logits are
// exponentiated anyway.
#include <cuda_bf16.h>

__device__ float row_maximum(const float* z, int n) {
  float m = z[0];
  for (int i = 1; i < n; ++i) m = fmaxf(m, z[i]);
  return m;
}

// fpcheck: ssmax_bf16 <<<1, 1>>> N=512 x=uniform(0,8):1xN:bf16 s=0.8 p=empty:1xN --ref 'softmax(s * log(N) * x, 1)' --expect mismatch
__global__ void ssmax_bf16(const __nv_bfloat16* __restrict__ x, float* __restrict__ p, float s, int N) {
  const __nv_bfloat16 factor = __float2bfloat16(s * logf(static_cast<float>(N)));
  for (int i = 0; i < N; ++i) p[i] = __bfloat162float(__hmul(factor, x[i])); // the logit, rounded to bf16
  const float m = row_maximum(p, N);
  float sum = 0.0f;
  for (int i = 0; i < N; ++i) sum += p[i] = expf(p[i] - m);
  for (int i = 0; i < N; ++i) p[i] /= sum;
}

// fpcheck: ssmax_f32 <<<1, 1>>> N=512 x=uniform(0,8):1xN:bf16 s=0.8 p=empty:1xN --ref 'softmax(s * log(N) * x, 1)' --expect clean
__global__ void ssmax_f32(const __nv_bfloat16* __restrict__ x, float* __restrict__ p, float s, int N) {
  const float factor = s * logf(static_cast<float>(N));
  for (int i = 0; i < N; ++i) p[i] = factor * __bfloat162float(x[i]);
  const float m = row_maximum(p, N);
  float sum = 0.0f;
  for (int i = 0; i < N; ++i) sum += p[i] = expf(p[i] - m);
  for (int i = 0; i < N; ++i) p[i] /= sum;
}
