// fpcheck: adamw <<<1, 32>>> w0=uniform(1,1.9):32 g=const(0.5):32 w=empty:32 n=32 steps=200 lr=0.001 ref=w=w0-0.2 --tol rtol=0.0045,atol=0
// expect: error absorbed steps at line 32
// why: the weight is a bfloat16 with a spacing of 1/128 here: a step of 0.001 is below half of that and every one of the 200 is lost
// figure: computed 1.296875, MPFR 1.1000000 (w0 = 1.3)
#include <cuda_bf16.h>

struct Moments {
    float m, v, b1t, b2t;
};

__device__ float direction(Moments &s, float g)
{
    const float b1 = 0.9f, b2 = 0.99f;
    s.m = b1 * s.m + (1.0f - b1) * g;
    s.v = b2 * s.v + (1.0f - b2) * g * g;
    s.b1t *= b1;
    s.b2t *= b2;
    float mh = s.m / (1.0f - s.b1t);
    float vh = s.v / (1.0f - s.b2t);
    return mh / (sqrtf(vh) + 1e-8f);
}

__global__ void adamw(const float *w0, const float *g, __nv_bfloat16 *w, int n, int steps, float lr)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Moments s = {0.0f, 0.0f, 1.0f, 1.0f};
    __nv_bfloat16 p = __float2bfloat16(w0[i]);
    for (int k = 0; k < steps; k++) {
        float d = direction(s, g[i]);
        p = __float2bfloat16(__bfloat162float(p) - lr * d);
    }
    w[i] = p;
}
