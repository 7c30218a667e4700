// fpcheck: adafactor_like <<<1, 64>>> p=inout:uniform(0.1,1):64 g=uniform(2e-4,8e-4):64 v=inout:zeros:64 lr=1e-3 beta2=0.99 n=64
// expect: error underflow at line 12
// why: (1 - beta2) g^2 is at most 6.4e-9, below half of the smallest half (6e-8): the second moment is stored as zero and the step is g / 1e-8
// figure: computed v = 0.0, MPFR 2.5e-09 (g = 5e-4): the update is 100, the clamp, instead of 1
#include <cuda_fp16.h>
__global__ void adafactor_like(float *p, const float *g, __half *v, float lr, float beta2, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float gi = g[i];
    __half kept = __float2half_rn(beta2 * __half2float(v[i]) + (1.0f - beta2) * gi * gi);
    v[i] = kept;
    float rms = sqrtf(__half2float(kept) / (1.0f - beta2)) + 1e-8f;
    float update = gi / rms;
    update = fminf(fmaxf(update, -100.0f), 100.0f);
    p[i] -= lr * update;
}
