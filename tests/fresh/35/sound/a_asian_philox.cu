// fpcheck: asian <<<1, 64>>> payoff=empty:64 price=empty:1 paths=64 steps=4 key0=42 key1=7 spot=100 strike=102 rate=0.03 sigma=0.25 expiry=0.5 --ref 'price=@a_asian_philox_price_ref.npy' --ref 'payoff=@a_asian_philox_payoff_ref.npy' --tol rtol=1e-4,atol=2e-4
// expect: ok
// why: Philox 4x32-10 wraps its multiplications and its key schedule on purpose; the uniform has half a step added so that log never sees 0; integers of 32 bits round to float where half an ulp does not matter; fmaxf(mean - strike, 0) is the payoff and hides nothing
// figure: price[0] computed 3.30762625, MPFR 3.307626377 (error 0.00024 of the tolerance); payoff[12] computed 2.69909668, MPFR 2.699088887 (error 0.017 of the tolerance)
#include <cuda_runtime.h>

// An arithmetic Asian call by Monte Carlo: one thread a path, a counter-based generator, a sum over the block.

struct Counter {
    unsigned v[4];
};

struct Key {
    unsigned v[2];
};

struct Market {
    float spot, rate, sigma;
};

__device__ Counter round_of(Counter c, Key k)
{
    const unsigned M0 = 0xD2511F53u, M1 = 0xCD9E8D57u;
    Counter r;
    r.v[0] = __umulhi(M1, c.v[2]) ^ c.v[1] ^ k.v[0];
    r.v[1] = M1 * c.v[2];
    r.v[2] = __umulhi(M0, c.v[0]) ^ c.v[3] ^ k.v[1];
    r.v[3] = M0 * c.v[0];
    return r;
}

__device__ Key bump(Key k)
{
    k.v[0] += 0x9E3779B9u;
    k.v[1] += 0xBB67AE85u;
    return k;
}

__device__ Counter philox(Counter c, Key k)
{
    for (int r = 0; r < 10; ++r) {
        if (r > 0) k = bump(k);
        c = round_of(c, k);
    }
    return c;
}

// (bits + 1/2) 2^-32: at least 2^-33; large bits may round up to 1, whose logarithm is 0, as it may be
__device__ float open_uniform(unsigned bits)
{
    return fmaf((float)bits, 2.3283064365386963e-10f, 1.1641532182693481e-10f);
}

// an angle in half turns, from the bits as a signed number: [-1, 1]
__device__ float half_turns(unsigned bits)
{
    return (float)(int)bits * 4.656612873077393e-10f;
}

__device__ float normal(unsigned a, unsigned b)
{
    float r = sqrtf(-2.0f * logf(open_uniform(a)));
    return r * cospif(half_turns(b));
}

__device__ float log_step(const Market& m, float dt, float z)
{
    float drift = (m.rate - 0.5f * m.sigma * m.sigma) * dt;
    return fmaf(m.sigma * sqrtf(dt), z, drift);
}

struct Path {
    float log_price;
    float sum;
};

__device__ void walk(Path& p, const Market& m, float dt, float z)
{
    p.log_price += log_step(m, dt, z);
    p.sum += m.spot * expf(p.log_price);
}

__device__ float average(const Market& m, int path, Key key, float dt, int steps)
{
    Path p = { 0.0f, 0.0f };
    for (int k = 0; k < steps / 2; ++k) {
        Counter c = { { (unsigned)path, (unsigned)k, 0u, 0u } };
        c = philox(c, key);
        walk(p, m, dt, normal(c.v[0], c.v[1]));
        walk(p, m, dt, normal(c.v[2], c.v[3]));
    }
    return p.sum / (float)steps;
}

__device__ float block_sum(float v)
{
    __shared__ float warps[32];
    for (int o = 16; o > 0; o >>= 1) v += __shfl_down_sync(0xffffffffu, v, o);
    if ((threadIdx.x & 31) == 0) warps[threadIdx.x >> 5] = v;
    __syncthreads();
    float s = 0.0f;
    if (threadIdx.x == 0)
        for (int w = 0; w < (int)(blockDim.x >> 5); ++w) s += warps[w];
    return s;
}

__global__ void asian(float* payoff, float* price, int paths, int steps, unsigned key0, unsigned key1, float spot, float strike,
                      float rate, float sigma, float expiry)
{
    Market m = { spot, rate, sigma };
    Key key = { { key0, key1 } };
    float v = 0.0f;
    if (threadIdx.x < paths) {
        v = fmaxf(average(m, threadIdx.x, key, expiry / (float)steps, steps) - strike, 0.0f);
        payoff[threadIdx.x] = v;
    }
    v = block_sum(v);
    if (threadIdx.x == 0) *price = expf(-rate * expiry) * v / (float)paths;
}
