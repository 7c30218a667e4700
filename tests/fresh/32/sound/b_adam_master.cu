// fpcheck: adam_master <<<2, 128>>> p=inout:@b_adam_master_p.npy half_p=empty:200:f16 g=@b_adam_master_g.npy m=inout:@b_adam_master_m.npy v=inout:@b_adam_master_v.npy lr=0.001 step=3 n=200 --ref 'p=@b_adam_master_ref.npy' --tol rtol=1e-5,atol=1e-7
// expect: ok
// why: the master weights are binary32, the half copy is rounded by intent; 1 - beta^t for small t comes from expm1 and log1p, and squares down to 1e-14 live in binary32
// figure: p[44] computed -0.0316813439, exact -0.0316813476; 0.00894 of the tolerance
#include <cuda_fp16.h>

// 1 - (1 - c)^t without cancellation.
__device__ float bias_correction(float c, int t) {
  return -expm1f((float)t * log1pf(-c));
}

__global__ void adam_master(float* p, __half* half_p, const float* g, float* m, float* v, float lr, int step, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float beta1 = 0.9f, beta2 = 0.999f;
  const float c1 = 1.0f - beta1, c2 = 1.0f - beta2;
  float gi = g[i];
  float mi = m[i] = beta1 * m[i] + c1 * gi;
  float vi = v[i] = beta2 * v[i] + c2 * gi * gi;
  float mhat = mi / bias_correction(c1, step);
  float vhat = vi / bias_correction(c2, step);
  float w = p[i] - lr * mhat / (sqrtf(vhat) + 1e-8f);
  p[i] = w;
  half_p[i] = __float2half(w);
}
