// fpcheck: selective_scan <<<1, 32>>> u=const(1):64 delta=const(0.00002):64 a=[-0.5,-1,-0.25,-2] b=const(1):4 c=const(1):4 y=empty:64 length=64 states=4
// expect: error cancellation at line 17
// why: exp(delta * a) - 1 with delta * a near -1e-5 keeps about 7 of 24 bits; expm1f keeps all of them
// figure: computed y[0] 8.00788403e-05, MPFR 7.9999248e-05
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
    d.gain = (d.decay - 1.0f) / a * b;
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
