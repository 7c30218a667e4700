// fpcheck: adam_step <<<1, 32>>> w=inout:[1.0,2.0,-1.0,0.5] g=[0.5,-0.25,0.125,2.0] m=inout:zeros:4:bf16 v=inout:zeros:4:bf16 n=4 lr=0.01 beta1=0.9 beta2=0.999 eps=1e-8 t=1 --ref w=@a_adam_bf16_decay_want.npy --tol rtol=1e-3,atol=1e-3
// expect: error constant lost in rounding at line 33
// why: beta2 = 0.999 is 1 in bfloat16: the second moment stays 0, its correction 0/0 is NaN, fmaxf hides it and the clip makes a step of 10
// figure: computed w[0]=0.900000, MPFR 0.990000
#include <cuda_bf16.h>

// One Adam step with moments and decay rates in bfloat16.
struct rates {
    __nv_bfloat16 beta1, beta2;
};

__device__ __forceinline__ __nv_bfloat16 decay(__nv_bfloat16 old, __nv_bfloat16 beta, float fresh)
{
    const float b = __bfloat162float(beta);
    return __float2bfloat16(b * __bfloat162float(old) + (1.0f - b) * fresh);
}

__device__ __forceinline__ float corrected(__nv_bfloat16 moment, __nv_bfloat16 beta, int t)
{
    float power = 1.0f;
    for (int i = 0; i < t; i++)
        power *= __bfloat162float(beta);
    return __bfloat162float(moment) / (1.0f - power);
}

__global__ void adam_step(float *w, const float *g, __nv_bfloat16 *m, __nv_bfloat16 *v, int n, float lr, float beta1, float beta2, float eps, int t)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    rates r;
    r.beta1 = __float2bfloat16(beta1);
    r.beta2 = __float2bfloat16(beta2);
    m[i] = decay(m[i], r.beta1, g[i]);
    v[i] = decay(v[i], r.beta2, g[i] * g[i]);
    const float mean = corrected(m[i], r.beta1, t);
    const float spread = fmaxf(corrected(v[i], r.beta2, t), 0.0f);
    const float step = mean / (sqrtf(spread) + eps);
    w[i] -= lr * fminf(fmaxf(step, -10.0f), 10.0f);
}
