// fpcheck: simulate <<<1, 32>>> bits=@a_capped_call_mc_bits.npy payoff=empty:8 mean=empty:1 paths=8 steps=4 spot=100 strike=95 rate=0.03 sigma=0.25 expiry=0.5 cap=120
// expect: error infinity at line 26
// why: the uniform of the Box-Muller transform can be 0 (bits = 0), so log(0) = -inf and the path is infinite; the capped payoff fminf(inf, cap) hides it. cuRAND and Random123 shift the grid by half a step for that reason
// figure: payoff[6] computed 120, MPFR 78.01530837 (off by 4.8e+02 of the tolerance)
#include <cuda_runtime.h>

// Monte Carlo of a capped call. The random bits are given (a recorded stream), two words a step.

struct Market {
    float rate;
    float sigma;
};

struct Contract {
    float strike;
    float cap;
    float expiry;
};

struct Normal2 {
    float a, b;
};

__device__ float unit_uniform(unsigned bits)
{
    return (float)(bits >> 8) * 5.9604644775390625e-8f; // 24 bits, exact
}

__device__ float radius(float u)
{
    return sqrtf(-2.0f * logf(u));
}

__device__ Normal2 box_muller(unsigned x, unsigned y)
{
    float r = radius(unit_uniform(x));
    float angle = 2.0f * unit_uniform(y);
    float s, c;
    sincospif(angle, &s, &c);
    Normal2 n;
    n.a = r * c;
    n.b = r * s;
    return n;
}

__device__ float log_step(const Market& m, float dt, float z)
{
    float drift = (m.rate - 0.5f * m.sigma * m.sigma) * dt;
    return drift + m.sigma * sqrtf(dt) * z;
}

__device__ float terminal_log(const unsigned* bits, const Market& m, float dt, int steps)
{
    float l = 0.0f;
    for (int s = 0; s < steps; ++s) {
        Normal2 n = box_muller(bits[2 * s], bits[2 * s + 1]);
        l += log_step(m, dt, n.a);
    }
    return l;
}

__device__ float capped_call(float s, const Contract& c)
{
    float intrinsic = fmaxf(s - c.strike, 0.0f);
    return fminf(intrinsic, c.cap);
}

__device__ float warp_sum(float v)
{
    for (int o = 16; o > 0; o >>= 1)
        v += __shfl_xor_sync(0xffffffffu, v, o);
    return v;
}

__device__ float discount(const Market& m, const Contract& c)
{
    return expf(-m.rate * c.expiry);
}

__global__ void simulate(const unsigned* bits, float* payoff, float* mean, int paths, int steps, float spot, float strike,
                         float rate, float sigma, float expiry, float cap)
{
    Market m;
    m.rate = rate;
    m.sigma = sigma;
    Contract c;
    c.strike = strike;
    c.cap = cap;
    c.expiry = expiry;
    const float dt = expiry / (float)steps;

    float sum = 0.0f;
    for (int p = threadIdx.x; p < paths; p += 32) {
        float l = terminal_log(bits + 2 * steps * p, m, dt, steps);
        float v = capped_call(spot * expf(l), c);
        payoff[p] = v;
        sum += v;
    }
    sum = warp_sum(sum);
    if (threadIdx.x == 0) mean[0] = discount(m, c) * sum / (float)paths;
}
