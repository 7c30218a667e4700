// fpcheck: adamw <<<2, 64>>> w=inout:uniform(-1,1):128 m=inout:uniform(0.01,0.1):128 v=inout:uniform(0.001,0.01):128 g=uniform(0.1,1):128 lr=0.001 b1=0.9 b2=0.999 eps=1e-8 wd=0.01 c1=0.5 c2=0.01 n=128
// expect: ok
// One AdamW step in float; c1, c2 are the bias corrections 1 - beta^t.
#include <cuda_runtime.h>

__global__ void adamw(float* w, float* m, float* v, const float* __restrict__ g,
                      float lr, float b1, float b2, float eps, float wd, float c1, float c2, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float gi = g[i];
    float mi = fmaf(b1, m[i], (1.0f - b1) * gi);
    float vi = fmaf(b2, v[i], (1.0f - b2) * gi * gi);
    m[i] = mi;
    v[i] = vi;
    float step = (mi / c1) / (sqrtf(vi / c2) + eps);
    w[i] -= lr * (step + wd * w[i]);
}
