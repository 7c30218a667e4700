// fpcheck: price_paths <<<1, 64>>> scramble=[4294967295,3529312067,305419896,2596069104] payoff=empty:64 mean=empty:1 spot=100.0 strike=100.0 volatility=0.3 dt=0.25 cap=500.0 paths=64
// expect: ok
// why: a logarithm near 0 in the transform and minima and maxima that could hide a NaN; but only 24 bits of a random number are kept, so 1 - u is exact and never 0
// figure: computed payoff[0] = 52.0236 from u = 1 - 2^-24, MPFR the same; error some ulps
// An arithmetic Asian call with a capped payoff, by randomised quasi Monte Carlo: van der Corput points and additive
// Weyl points with an exclusive-or scramble, made normal by Box and Muller.
#include <cuda_runtime.h>

// Four fixings, two pairs of normals.
#define STEPS 4
#define PATHS 64

// The terms of the contract and the model.
struct Market {
    float spot, strike, volatility, dt, cap;
};

// What Box and Muller's transform gives.
struct Normals {
    float a, b;
};

// ---------------------------------------------------------------- points

__device__ inline unsigned corput(unsigned i)
{
    return __brev(i);
}

__device__ inline unsigned weyl(unsigned i)
{
    return i * 2654435769u;
}

__device__ inline unsigned scrambled(unsigned x, unsigned s)
{
    return x ^ s;
}

// To [0, 1).
__device__ inline float unit(unsigned x)
{
    return (float)(x >> 8) * 5.9604645e-8f;
}

// ---------------------------------------------------------------- normals

__device__ Normals box_muller(float u, float v)
{
    float r = sqrtf(-2.0f * logf(1.0f - u));
    float s, c;
    sincospif(2.0f * v, &s, &c);
    Normals z = {r * c, r * s};
    return z;
}

__device__ Normals draw(unsigned i, int pair, const unsigned *scramble)
{
    float u = unit(scrambled(corput(i), scramble[2 * pair]));
    float v = unit(scrambled(weyl(i + 1), scramble[2 * pair + 1]));
    return box_muller(u, v);
}

// ---------------------------------------------------------------- paths

__device__ inline float growth(const Market &m, float z)
{
    float sd = m.volatility * sqrtf(m.dt);
    return expf(sd * z - 0.5f * sd * sd);
}

__device__ bool is_last(int k);

__device__ float average_along(const Market &m, const float *z)
{
    float s = m.spot;
    float sum = 0.0f;
    for (int k = 0; k < STEPS; k++) {
        s *= growth(m, z[k]);
        sum += s;
        if (is_last(k))
            break;
    }
    return sum / (float)STEPS;
}

__device__ float capped_call(const Market &m, float average)
{
    float gain = fmaxf(average - m.strike, 0.0f);
    return fminf(gain, m.cap);
}

__device__ float path(const Market &m, unsigned i, const unsigned *scramble)
{
    float z[STEPS];
    for (int pair = 0; pair < STEPS / 2; pair++) {
        Normals n = draw(i, pair, scramble);
        z[2 * pair] = n.a;
        z[2 * pair + 1] = n.b;
    }
    return capped_call(m, average_along(m, z));
}

// The plain call at the end of the path would be a control variate; its discounting is left to the host.
__device__ bool is_last(int k)
{
    return k == STEPS - 1;
}

// ---------------------------------------------------------------- mean

__device__ float warp_sum(float x)
{
    for (int o = 16; o > 0; o >>= 1)
        x += __shfl_down_sync(0xffffffffu, x, o);
    return x;
}

__device__ float block_sum(float x, float *part, int t)
{
    x = warp_sum(x);
    if ((t & 31) == 0)
        part[t >> 5] = x;
    __syncthreads();
    return part[0] + part[1];
}

// ---------------------------------------------------------------- the kernel

__global__ void price_paths(const unsigned *scramble, float *payoff, float *mean, float spot, float strike, float volatility,
                            float dt, float cap, int paths)
{
    __shared__ float part[PATHS / 32];
    int t = threadIdx.x;
    Market m;
    m.spot = spot;
    m.strike = strike;
    m.volatility = volatility;
    m.dt = dt;
    m.cap = cap;

    // one path a thread; the point set is used as far as there are paths
    float p = t < paths ? path(m, (unsigned)t, scramble) : 0.0f;
    if (t < paths)
        payoff[t] = p;

    // their mean
    float sum = block_sum(p, part, t);
    if (t == 0)
        *mean = sum / (float)paths;
}
