// fpcheck: train_steps <<<1, 32>>> w=inout:[1.0, 2.0, -1.5, 0.75, -3.0, 0.5, 4.0, -1.0, 1.0, 2.0, -1.5, 0.75, -3.0, 0.5, 4.0, -1.0, 1.0, 2.0, -1.5, 0.75, -3.0, 0.5, 4.0, -1.0, 1.0, 2.0, -1.5, 0.75, -3.0, 0.5, 4.0, -1.0] g=@b_adamw_bf16_weights_g.npy m=zeros:32:f32 v=zeros:32:f32 n=32 steps=64 lr=0.001 --ref w=@b_adamw_bf16_weights_ref_w.npy --tol rtol=0.008,atol=0.004
// expect: error absorbed updates at line 86
// why: a step of lr = 0.001 is about half an ulp and less of a bfloat16 weight of size 0.5 and more, so that the 64 updates are rounded away (or, just below a power of two, doubled); the well-known stale bf16 weights
// figure: w[29] computed 0.375, exact 0.435999999
#include <cuda_runtime.h>
#include <cuda_bf16.h>

// AdamW on parameters that are kept in bfloat16, moments in float. The gradient is held for 64 steps, as a
// regression test of an optimiser does.

struct Hyper {
    float lr, beta1, beta2, eps, decay;
};

struct Moments {
    float m, v;
};

__device__ __forceinline__ Hyper make_hyper(float lr)
{
    Hyper h;
    h.lr = lr;
    h.beta1 = 0.9f;
    h.beta2 = 0.999f;
    h.eps = 1e-8f;
    h.decay = 0.0f;
    return h;
}

// x^n by repeated squaring: as exact as powf and faster
__device__ __forceinline__ double ipow(double x, int n)
{
    double r = 1.0;
    while (n > 0) {
        if (n & 1) r *= x;
        x *= x;
        n >>= 1;
    }
    return r;
}

__device__ __forceinline__ Moments moments(Moments s, float g, const Hyper& h)
{
    s.m = h.beta1 * s.m + (1.0f - h.beta1) * g;
    s.v = h.beta2 * s.v + (1.0f - h.beta2) * g * g;
    return s;
}

// 1 - beta^t in double: in float it would cancel for small t
__device__ __forceinline__ float correction(float beta, int t)
{
    return (float)(1.0 - ipow((double)beta, t));
}

__device__ __forceinline__ float direction(const Moments& s, int t, const Hyper& h)
{
    const float mhat = s.m / correction(h.beta1, t);
    const float vhat = s.v / correction(h.beta2, t);
    return mhat / (sqrtf(vhat) + h.eps);
}

// decoupled decay, then the step
__device__ __forceinline__ float apply(float w, float dir, const Hyper& h)
{
    w -= h.lr * h.decay * w;
    return w - h.lr * dir;
}

// The model's layout: parameters in rows of 32, one thread each.
__device__ __forceinline__ int parameter_index()
{
    return blockIdx.x * blockDim.x + threadIdx.x;
}

// How many of the steps an unrolled loop leaves over.
template <int UNROLL>
__device__ __forceinline__ int tail(int steps)
{
    return steps % UNROLL;
}

__device__ __forceinline__ void one_step(__nv_bfloat16* w, float g, Moments& s, int t, const Hyper& h)
{
    s = moments(s, g, h);
    const float next = apply(__bfloat162float(*w), direction(s, t, h), h);
    *w = __float2bfloat16_rn(next);
}

__global__ void train_steps(__nv_bfloat16* w, const float* __restrict__ g, float* m, float* v, int n, int steps, float lr)
{
    const int i = parameter_index();
    if (i >= n) return;
    const Hyper h = make_hyper(lr);
    Moments s = {m[i], v[i]};
    const float gi = g[i];

    int t = 1;
    for (; t <= steps - tail<4>(steps); t += 4) {
#pragma unroll
        for (int k = 0; k < 4; ++k) one_step(w + i, gi, s, t + k, h);
    }
    for (; t <= steps; ++t) one_step(w + i, gi, s, t, h);

    m[i] = s.m;
    v[i] = s.v;
}
