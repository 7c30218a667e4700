// fpcheck: price_call <<<4, 32>>> seed=77 stream=5 spot=100 strike=105 rate=0.03 vol=0.2 years=0.5 price=empty:1 partial=inout:zeros:4 done=inout:zeros:1:u32 paths=128
// expect: ok
// why: random bits become floats by a shift and an offset of a half, which is exact and never 0 or 1; the last block adds the partial sums after a fence
// figure: computed price=4.133121, MPFR 4.13312 (relative error 1.7e-07)
// Price of a European call by Monte Carlo with antithetic paths. Normal numbers by Box and Muller from Philox-4x32-10.
// The last block that finishes adds the partial sums of all, in their order, so the result does not depend on which it is.

#define PHILOX_M0 0xD2511F53u
#define PHILOX_M1 0xCD9E8D57u
#define PHILOX_W0 0x9E3779B9u
#define PHILOX_W1 0xBB67AE85u

struct words {
    unsigned w[4];
};

// A market by Black and Scholes: years to expiry, rates and volatility a year.
struct market {
    float spot, strike, rate, vol, years;
};

__device__ words philox(unsigned counter, unsigned key0, unsigned key1)
{
    unsigned c0 = counter, c1 = 0, c2 = 0, c3 = 0;
    for (int r = 0; r < 10; r++) {
        const unsigned h0 = __umulhi(PHILOX_M0, c0);
        const unsigned l0 = PHILOX_M0 * c0;
        const unsigned h1 = __umulhi(PHILOX_M1, c2);
        const unsigned l1 = PHILOX_M1 * c2;
        c0 = h1 ^ c1 ^ key0;
        c1 = l1;
        c2 = h0 ^ c3 ^ key1;
        c3 = l0;
        key0 += PHILOX_W0;
        key1 += PHILOX_W1;
    }
    words out;
    out.w[0] = c0;
    out.w[1] = c1;
    out.w[2] = c2;
    out.w[3] = c3;
    return out;
}

// (k + 1/2) 2^-23 with k of 23 bits: exact, and inside (0, 1).
__device__ __forceinline__ float open_uniform(unsigned word)
{
    return ((float)(word >> 9) + 0.5f) * 1.1920928955078125e-07f;
}

__device__ void box_muller(unsigned a, unsigned b, float &z0, float &z1)
{
    const float r = sqrtf(-2.0f * logf(open_uniform(a)));
    float s, c;
    sincospif(2.0f * open_uniform(b), &s, &c);
    z0 = r * c;
    z1 = r * s;
}

struct lognormal {
    float drift, spread;

    __device__ explicit lognormal(const market &m)
        : drift((m.rate - 0.5f * m.vol * m.vol) * m.years), spread(m.vol * sqrtf(m.years))
    {
    }

    __device__ float operator()(const market &m, float z) const { return m.spot * expf(fmaf(spread, z, drift)); }
};

__device__ __forceinline__ float call(const market &m, float terminal)
{
    return fmaxf(terminal - m.strike, 0.0f);
}

__device__ float antithetic(const market &m, const lognormal &l, float z)
{
    return 0.5f * (call(m, l(m, z)) + call(m, l(m, -z)));
}

__device__ float path_payoff(const market &m, const lognormal &l, const words &w)
{
    float z[4];
    box_muller(w.w[0], w.w[1], z[0], z[1]);
    box_muller(w.w[2], w.w[3], z[2], z[3]);
    float sum = 0.0f;
    for (int k = 0; k < 4; k++)
        sum += antithetic(m, l, z[k]);
    return 0.25f * sum;
}

__device__ float warp_sum(float v)
{
    for (int o = 16; o > 0; o >>= 1)
        v += __shfl_xor_sync(0xffffffffu, v, o);
    return v;
}

// True in the block whose ticket is the last. One warp a block.
__device__ bool last_block(float *partial, float mine, unsigned *done)
{
    unsigned ticket = 0;
    if (threadIdx.x == 0) {
        partial[blockIdx.x] = mine;
        __threadfence();
        ticket = atomicAdd(done, 1u);
        __threadfence();
    }
    ticket = __shfl_sync(0xffffffffu, ticket, 0);
    return ticket == gridDim.x - 1;
}

__device__ float add_in_order(const volatile float *partial, int blocks)
{
    float sum = 0.0f;
    for (int b = 0; b < blocks; b++)
        sum += partial[b];
    return sum;
}

__global__ void price_call(unsigned seed, unsigned stream, float spot, float strike, float rate, float vol, float years, float *price, float *partial, unsigned *done, int paths)
{
    market m;
    m.spot = spot;
    m.strike = strike;
    m.rate = rate;
    m.vol = vol;
    m.years = years;
    const lognormal l(m);

    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    float payoff = 0.0f;
    if (i < paths)
        payoff = path_payoff(m, l, philox((unsigned)i, seed, stream));

    const float sum = warp_sum(payoff);
    if (last_block(partial, sum, done) && threadIdx.x == 0) {
        const float mean = add_in_order(partial, gridDim.x) / (float)paths;
        *price = expf(-rate * years) * mean;
        *done = 0;
    }
}

// Host side: 32 paths a block.
// `partial` has room for a number a block, `done` is zero before the first call and after each.
void value_call(float *price, float *partial, unsigned *done, int paths, cudaStream_t stream)
{
    const int blocks = (paths + 31) / 32;
    price_call<<<blocks, 32, 0, stream>>>(77u, 5u, 100.0f, 105.0f, 0.03f, 0.2f, 0.5f, price, partial, done, paths);
}
