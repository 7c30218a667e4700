// fpcheck: adamw <<<1, 32>>> w=inout:[1,0.75,1.5,-0.5] n=4 g=0.25 lr=1e-4 steps=2000 want=[0.8,0.55,1.3,-0.7] ref=w=want --tol rtol=0,atol=0.02
// expect: error absorbed steps at line 32
// why: a step of 1e-4 is less than half a bf16 ulp of the weights, so nearest rounding undoes every one of 2000 steps
// figure: w computed [1.0, 0.75, 1.5, -0.5], MPFR [0.8, 0.55, 1.3, -0.7]
// AdamW under a constant gradient, moments in single precision, weights in bf16 without a master copy.
#include <cuda_bf16.h>

struct Moments
{
    float m;
    float v;
};

__device__ float adam_direction(Moments &s, float g, float correction1, float correction2)
{
    s.m = 0.9f * s.m + 0.1f * g;
    s.v = 0.999f * s.v + 0.001f * g * g;
    return (s.m / correction1) / (sqrtf(s.v / correction2) + 1e-8f);
}

__global__ void adamw(__nv_bfloat16 *w, int n, float g, float lr, int steps)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Moments s = {0.0f, 0.0f};
    float power1 = 1.0f, power2 = 1.0f;
    for (int t = 0; t < steps; t++) {
        power1 *= 0.9f;
        power2 *= 0.999f;
        float direction = adam_direction(s, g, 1.0f - power1, 1.0f - power2);
        w[i] = __float2bfloat16_rn(__bfloat162float(w[i]) - lr * direction);
    }
}
