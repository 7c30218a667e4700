// fpcheck: adam_step <<<2, 128>>> p=inout:@b_adam_half_eps_p.npy g=@b_adam_half_eps_g.npy m=inout:zeros:256:f16 v=inout:zeros:256:f16 lr=0.001 n=256 --ref 'p=@b_adam_half_eps_ref.npy' --tol rtol=1e-3,atol=1e-5
// expect: error mismatch (second moment underflows in half) at line 18
// why: the well-known fp16 Adam failure: 0.001 g^2 is below half's smallest number for g < 5e-3, so v is 0, m / (0 + 1e-8) is huge, and the clip makes +-5 steps of it
// figure: p[212] computed -0.00461034989, exact -0.000610332179 (203 of 256 beyond the tolerance)
#include <cuda_fp16.h>

__global__ void adam_step(float* p, const float* g, __half* m, __half* v, float lr, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) {
    return;
  }
  const float beta1 = 0.9f, beta2 = 0.999f;
  const float eps = 1e-8f;
  float gi = g[i];
  float mf = beta1 * __half2float(m[i]) + (1.0f - beta1) * gi;
  float vf = beta2 * __half2float(v[i]) + (1.0f - beta2) * gi * gi;
  m[i] = __float2half(mf);
  v[i] = __float2half(vf);
  float mhat = mf / (1.0f - beta1);
  float root = sqrtf(__half2float(v[i]) / (1.0f - beta2));
  float update = mhat / (root + eps);
  update = fminf(fmaxf(update, -5.0f), 5.0f);
  p[i] -= lr * update;
}
