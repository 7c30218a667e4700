// fpcheck: price_call <<<2, 64>>> price=empty:2 seed=2024 rounds=3 spot=100 strike=105 rate=0.03 vol=0.25 time=0.5 want=[5.685796195340076,5.446529774517005] ref=price=want --tol rtol=1e-5,atol=0
// expect: ok
// why: generator words wrap and are multiplied high and low on purpose; the uniforms are exact and never 0 or 1, payoffs cancel a little near the strike, and the mean is taken in double
// figure: computed price[0] about 5.685796 (float payoffs off by 1e-5 each at most), MPFR 5.68579619534: error about 1e-7 relative against 1e-5
// Price of a European call by Monte Carlo: Philox-4x32-10 counters, Box-Muller, geometric Brownian motion.
//
// A thread's paths depend on its number and the seed alone, so that the estimate is the same for every launch
// geometry up to the order of the sum, which is taken in double. One counter gives four words, that is two pairs
// of normals; each normal is used with both signs (antithetic paths).

#define WARP 32
#define MAX_WARPS 32

// ---------------------------------------------------------------- generator

struct Words {
    unsigned a, b, c, d;
};

struct Key {
    unsigned lo, hi;
};

__device__ Words philox_round(Words x, Key k)
{
    const unsigned m0 = 0xD2511F53u, m1 = 0xCD9E8D57u;
    unsigned hi0 = __umulhi(m0, x.a), lo0 = m0 * x.a;
    unsigned hi1 = __umulhi(m1, x.c), lo1 = m1 * x.c;
    Words y;
    y.a = hi1 ^ x.b ^ k.lo;
    y.b = lo1;
    y.c = hi0 ^ x.d ^ k.hi;
    y.d = lo0;
    return y;
}

// The keys are bumped by the golden ratio and by sqrt(3) - 1, modulo 2^32.
__device__ Key bump(Key k)
{
    k.lo += 0x9E3779B9u;
    k.hi += 0xBB67AE85u;
    return k;
}

__device__ Words philox(Words counter, Key key)
{
    for (int i = 0; i < 9; i++) {
        counter = philox_round(counter, key);
        key = bump(key);
    }
    return philox_round(counter, key);
}

// ---------------------------------------------------------------- normals

// (w / 2^9 + 1/2) / 2^23: never 0, never 1, and exact.
__device__ float open_unit(unsigned w)
{
    return fmaf((float)(w >> 9), 0x1p-23f, 0x1p-24f);
}

struct Normals {
    float x, y;
};

__device__ Normals box_muller(unsigned u, unsigned v)
{
    float radius = sqrtf(-2.0f * logf(open_unit(u)));
    float s, c;
    sincospif(2.0f * open_unit(v), &s, &c);
    Normals n;
    n.x = radius * c;
    n.y = radius * s;
    return n;
}

// ---------------------------------------------------------------- model

struct Model {
    float spot, strike;
    float drift;    // (rate - vol^2 / 2) * time
    float spread;   // vol * sqrt(time)
    float discount; // exp(-rate * time)
};

__device__ Model model(float spot, float strike, float rate, float vol, float time)
{
    Model m;
    m.spot = spot;
    m.strike = strike;
    m.drift = (rate - 0.5f * vol * vol) * time;
    m.spread = vol * sqrtf(time);
    m.discount = expf(-rate * time);
    return m;
}

__device__ float terminal(const Model &m, float z)
{
    return m.spot * expf(fmaf(m.spread, z, m.drift));
}

__device__ float payoff(const Model &m, float z)
{
    return fmaxf(terminal(m, z) - m.strike, 0.0f);
}

__device__ double antithetic(const Model &m, float z)
{
    return 0.5 * ((double)payoff(m, z) + (double)payoff(m, -z));
}

// ---------------------------------------------------------------- sum

__device__ double warp_sum(double v)
{
    for (int o = WARP / 2; o > 0; o >>= 1)
        v += __shfl_down_sync(0xffffffffu, v, o);
    return v;
}

// The sum over the block, in thread 0.
__device__ double block_sum(double v)
{
    __shared__ double part[MAX_WARPS];
    int lane = threadIdx.x % WARP, warp = threadIdx.x / WARP;
    int warps = (blockDim.x + WARP - 1) / WARP;
    v = warp_sum(v);
    if (lane == 0)
        part[warp] = v;
    __syncthreads();
    if (warp == 0)
        v = warp_sum(lane < warps ? part[lane] : 0.0);
    return v;
}

// ---------------------------------------------------------------- the kernel

__global__ void price_call(double *price, unsigned seed, int rounds, float spot, float strike, float rate, float vol,
                           float time)
{
    Model m = model(spot, strike, rate, vol, time);
    Key key;
    key.lo = seed;
    key.hi = 0u;

    double sum = 0.0;
    for (int r = 0; r < rounds; r++) {
        Words counter;
        counter.a = threadIdx.x;
        counter.b = blockIdx.x;
        counter.c = (unsigned)r;
        counter.d = 0u;
        Words w = philox(counter, key);
        Normals p = box_muller(w.a, w.b);
        Normals q = box_muller(w.c, w.d);
        sum += antithetic(m, p.x) + antithetic(m, p.y);
        sum += antithetic(m, q.x) + antithetic(m, q.y);
    }

    sum = block_sum(sum);
    if (threadIdx.x == 0)
        price[blockIdx.x] = (double)m.discount * sum / (4.0 * rounds * blockDim.x);
}
