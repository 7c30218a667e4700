// fpcheck: sgd<<<1, 64>>> w=uniform(1,2):64 g=uniform(0.8,1.2):64 out=empty:64 n=64 lr=0.001 steps=200
// expect: error absorbed at line 22
// why: a weight between 1 and 2 has a bf16 spacing of 2^-7; every step of about 0.001 is less than half of it and is rounded away, so 200 steps do not move it
// figure: a weight of 1.3984375 with gradient 1: computed 1.398438 after every step, MPFR 1.248188 after 200
#include <cuda_runtime.h>
#include <cuda_bf16.h>

__device__ float decayed_rate(float lr, int step, int steps)
{
    return lr * (1.0f - 0.5f * (float)step / (float)steps);
}

__global__ void sgd(const __nv_bfloat16 *w, const __nv_bfloat16 *g, __nv_bfloat16 *out, int n, float lr, int steps)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    __nv_bfloat16 weight = w[i];
    float grad = __bfloat162float(g[i]);
    for (int s = 0; s < steps; s++) {
        float next = __bfloat162float(weight) - decayed_rate(lr, s, steps) * grad;
        weight = __float2bfloat16_rn(next);
    }
    out[i] = weight;
}
