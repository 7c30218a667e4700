// fpcheck: selective_scan <<<1, 32>>> u=const(1):64 delta=const(0.00002):64 a=[-0.5,-1,-0.25,-2] b=const(1):4 c=const(1):4 y=empty:64 length=64 states=4
// expect: ok
// why: the gain of a short step is expm1f, not exp - 1, over a: nothing cancels, and the decay near 1 is used only as a factor
// figure: computed y[0] 7.99992486e-05, MPFR 7.9999248e-05: relative 7.1e-09 against 1e-6
#include <cuda_runtime.h>

struct Discrete {
    float decay;
    float gain;
};

// Zero-order hold of h' = a h + b u over a step of delta.
__device__ Discrete zero_order_hold(float a, float b, float delta)
{
    Discrete d;
    d.decay = expf(delta * a);
    d.gain = expm1f(delta * a) / a * b;
    return d;
}

__device__ float group_sum(float v, int states)
{
    for (int d = 2; d; d >>= 1)
        v += __shfl_xor_sync(0xffffffffu, v, d, 4);
    return v;
}

// One channel of a selective scan: a lane a state, the sequence in order.
__global__ void selective_scan(const float *u, const float *delta, const float *a, const float *b, const float *c, float *y,
                               int length, int states)
{
    int lane = threadIdx.x;
    float h = 0.0f;
    float aj = lane < states ? a[lane] : -1.0f;
    float bj = lane < states ? b[lane] : 0.0f;
    float cj = lane < states ? c[lane] : 0.0f;
    for (int t = 0; t < length; t++) {
        Discrete d = zero_order_hold(aj, bj, delta[t]);
        h = d.decay * h + d.gain * u[t];
        float out = group_sum(cj * h, states);
        if (lane == 0)
            y[t] = out;
    }
}
