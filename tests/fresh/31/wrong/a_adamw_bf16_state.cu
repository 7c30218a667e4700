// fpcheck: adamw <<<1, 32>>> w=inout:const(1.0):32:bf16 grads=uniform(0.5,1):256x32:f16 n=32 steps=256 lr=0.001 beta1=0.9 beta2=0.99 eps=1e-8 decay=0.01
// expect: error absorbed loop steps at line 36
// why: the weight itself is bf16: a step of 0.001 is less than half of its spacing below 1 (1/256), so 256 steps change nothing
// figure: w[0] (uniform gradients like these) computed 1, MPFR 0.74552328
// AdamW with decoupled decay, moments in float, weights in bf16; the gradients of all steps are there beforehand (a replay).
#include <cuda_bf16.h>
#include <cuda_fp16.h>

struct Moments {
    float m, v;
    float power1, power2;   // beta^t
};

__device__ __forceinline__ float direction(Moments &s, float g, float beta1, float beta2, float eps)
{
    s.m = beta1 * s.m + (1.0f - beta1) * g;
    s.v = beta2 * s.v + (1.0f - beta2) * g * g;
    s.power1 *= beta1;
    s.power2 *= beta2;
    float mhat = s.m / (1.0f - s.power1);
    float vhat = s.v / (1.0f - s.power2);
    return mhat / (sqrtf(vhat) + eps);
}

__global__ void adamw(__nv_bfloat16 *w, const __half *grads, int n, int steps, float lr, float beta1, float beta2,
                      float eps, float decay)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    __nv_bfloat16 x = w[i];
    Moments s = {0.0f, 0.0f, 1.0f, 1.0f};
    for (int t = 0; t < steps; t++) {
        float d = direction(s, __half2float(grads[t * n + i]), beta1, beta2, eps);
        float now = __bfloat162float(x);
        x = __float2bfloat16(now - lr * (d + decay * now));
    }
    w[i] = x;
}
