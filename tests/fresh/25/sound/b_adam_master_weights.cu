// fpcheck: adam <<<1, 64>>> g=randn:64 w=inout:randn:64 m=inout:zeros:64 v=inout:zeros:64 low=empty:64 b1=0.9 rest1=0.1 b2=0.999 rest2=0.001 lr=0.001 step=1 n=64
// expect: ok
// why: bias corrections at step 1 divide by 0.1 and 0.001; they are taken from the rests by expm1 and log1p and not from 1 - beta^t, and the bf16 copy is not read back
// figure: computed correction2 1 - b2^1 = 0.001 by -expm1f(log1pf(-0.001)), MPFR 0.001; relative error 1.2e-7 (1 - powf would be off by 1.7e-5)
#include <cuda_bf16.h>
// A step of Adam on f32 master weights; the forward pass gets a bf16 copy.
__device__ float correction(float rest, int step)
{
    return -expm1f((float)step * log1pf(-rest));
}

__global__ void adam(const float *g, float *w, float *m, float *v, __nv_bfloat16 *low, float b1, float rest1, float b2,
                     float rest2, float lr, int step, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float gradient = g[i];
    float first = fmaf(b1, m[i], rest1 * gradient);
    float second = fmaf(b2, v[i], rest2 * gradient * gradient);
    float up = first / correction(rest1, step);
    float down = sqrtf(second / correction(rest2, step)) + 1e-8f;
    float next = w[i] - lr * (up / down);
    m[i] = first;
    v[i] = second;
    w[i] = next;
    low[i] = __float2bfloat16(next);
}
