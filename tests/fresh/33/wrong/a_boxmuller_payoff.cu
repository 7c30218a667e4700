// fpcheck: mc_put <<<1, 128>>> seed=77 bits=@a_bits_with_zero.npy draws=16 spot=100.0 strike=105.0 drift=0.0005 sigma=0.2 years=1.0 sums=empty:128 mean=empty:1 --ref 'mean=@a_mc_mean.npy' --tol rtol=1e-3
// expect: error nan at line 45
// why: the uniform of the upper 24 bits can be exactly 0, so logf gives -inf and inf times sin(0) a NaN; fmaxf(K - NaN, 0) hides it as a payoff of 0 and the mean is off (the known [0,1) against (0,1] mistake of Box-Muller)
// figure: mean[0] computed 10.3303347, MPFR 10.4115186
//
// A European put by Monte Carlo. The random words come from a table (made by the host's generator) which a
// counter-based mix decorrelates per thread; Box and Muller's transform makes normals of them.

struct Path {
    float log_growth;
    float payoff;
};

struct Model {
    float spot, strike, drift, sigma, years;
};

__device__ __forceinline__ unsigned rotate(unsigned x, int k)
{
    return (x << k) | (x >> (32 - k));
}

// The mix keeps 0 where the table says 0: the table's words are already random, it only turns them by whole words.
__device__ __forceinline__ unsigned draw(const unsigned *bits, int index, int total, unsigned seed)
{
    unsigned turn = seed % (unsigned)total;
    unsigned at = ((unsigned)index + turn) % (unsigned)total;
    return bits[at];
}

__device__ __forceinline__ float to_unit(unsigned word)
{
    // 24 bits are what a float holds: no rounding up to 1
    return (float)(word >> 8) * 5.9604645e-8f;
}

struct Pair {
    float a, b;
};

__device__ Pair normal_pair(unsigned w0, unsigned w1)
{
    float u = to_unit(w0);
    float v = to_unit(w1);
    float radius = sqrtf(-2.0f * logf(u));
    float s, c;
    sincosf(6.2831853f * v, &s, &c);
    Pair p;
    p.a = radius * s;
    p.b = radius * c;
    return p;
}

__device__ Path walk(const Model &m, float z)
{
    Path p;
    float var = m.sigma * m.sigma * m.years;
    p.log_growth = (m.drift - 0.5f * m.sigma * m.sigma) * m.years + sqrtf(var) * z;
    float terminal = m.spot * expf(p.log_growth);
    p.payoff = fmaxf(m.strike - terminal, 0.0f);
    return p;
}

__device__ float block_sum(float x, float *scratch)
{
    int lane = threadIdx.x & 31;
    int warp = threadIdx.x >> 5;
    for (int d = 16; d > 0; d >>= 1)
        x += __shfl_down_sync(0xffffffffu, x, d);
    if (lane == 0)
        scratch[warp] = x;
    __syncthreads();
    float total = 0.0f;
    if (threadIdx.x == 0) {
        for (int w = 0; w < (int)(blockDim.x >> 5); ++w)
            total += scratch[w];
    }
    return total;
}

__global__ void mc_put(unsigned seed, const unsigned *__restrict__ bits, int draws, float spot, float strike,
                        float drift, float sigma, float years, float *__restrict__ sums, float *__restrict__ mean)
{
    __shared__ float scratch[4];
    Model m;
    m.spot = spot;
    m.strike = strike;
    m.drift = drift;
    m.sigma = sigma;
    m.years = years;

    int total = blockDim.x * draws;
    float sum = 0.0f;
    for (int k = 0; k < draws; k += 2) {
        int index = threadIdx.x * draws + k;
        unsigned w0 = draw(bits, index, total, seed);
        unsigned w1 = draw(bits, index + 1, total, seed);
        Pair z = normal_pair(w0, w1);
        sum += walk(m, z.a).payoff;
        // antithetic partners are not used here: each draw counts once
        sum += walk(m, z.b).payoff;
    }
    sums[threadIdx.x] = sum;

    float all = block_sum(sum, scratch);
    if (threadIdx.x == 0)
        mean[0] = all / (float)total * expf(-drift * years);
}
