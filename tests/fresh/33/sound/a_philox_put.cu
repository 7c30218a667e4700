// fpcheck: philox_put <<<2, 64>>> seed_lo=2024 seed_hi=7 steps=4 spot=100.0 strike=110.0 rate=0.02 sigma=0.3 years=1.0 partial=empty:128 --ref 'partial=@a_philox_sums.npy' --tol rtol=1e-4,atol=1e-3
// expect: ok
// why: looks like log(0), a lossy integer-to-float conversion and a NaN hidden by fmaxf, but the uniform is (w + 0.5) 2^-24 of 24 bits halved exactly, never 0 or 1, and the multiplications that wrap are Philox
// figure: largest relative error 2.34e-07 at partial[105] (136.512268, exact 136.512236), largest absolute error 3.68e-05
//
// A European put by Monte Carlo with the counter-based generator Philox4x32-10.

struct Counter {
    unsigned x, y, z, w;
};

struct Key {
    unsigned a, b;
};

__device__ __forceinline__ Counter philox_round(Counter c, Key k)
{
    const unsigned m0 = 0xD2511F53u;
    const unsigned m1 = 0xCD9E8D57u;
    unsigned hi0 = __umulhi(m0, c.x);
    unsigned lo0 = m0 * c.x;
    unsigned hi1 = __umulhi(m1, c.z);
    unsigned lo1 = m1 * c.z;
    Counter r;
    r.x = hi1 ^ c.y ^ k.a;
    r.y = lo1;
    r.z = hi0 ^ c.w ^ k.b;
    r.w = lo0;
    return r;
}

__device__ Counter philox(Counter c, Key k)
{
#pragma unroll 1
    for (int i = 0; i < 10; ++i) {
        c = philox_round(c, k);
        k.a += 0x9E3779B9u;
        k.b += 0xBB67AE85u;
    }
    return c;
}

// Of (0, 1): 23 bits and a half step, both exact in binary32.
__device__ __forceinline__ float open_unit(unsigned word)
{
    float whole = (float)(word >> 9);
    return (whole + 0.5f) * 1.1920929e-7f;
}

struct Normals {
    float v[4];
};

__device__ Normals box_muller(Counter c)
{
    Normals out;
    float r0 = sqrtf(-2.0f * logf(open_unit(c.x)));
    float r1 = sqrtf(-2.0f * logf(open_unit(c.z)));
    float s, q;
    sincospif(2.0f * open_unit(c.y), &s, &q);
    out.v[0] = r0 * s;
    out.v[1] = r0 * q;
    sincospif(2.0f * open_unit(c.w), &s, &q);
    out.v[2] = r1 * s;
    out.v[3] = r1 * q;
    return out;
}

struct Contract {
    float spot, strike, rate, sigma, years;
};

__device__ float payoff(const Contract &o, float z)
{
    float trend = (o.rate - 0.5f * o.sigma * o.sigma) * o.years;
    float s = o.spot * expf(trend + o.sigma * sqrtf(o.years) * z);
    // an option that ends out of the money pays nothing
    return fmaxf(o.strike - s, 0.0f);
}

// Kahan's sum of the payoffs of one thread.
struct Sum {
    float hi, lo;
};

__device__ void add(Sum &s, float x)
{
    float y = x - s.lo;
    float t = s.hi + y;
    s.lo = (t - s.hi) - y;
    s.hi = t;
}

__global__ void philox_put(unsigned seed_lo, unsigned seed_hi, int steps, float spot, float strike, float rate,
                           float sigma, float years, float *__restrict__ partial)
{
    unsigned id = blockIdx.x * blockDim.x + threadIdx.x;
    Contract o;
    o.spot = spot;
    o.strike = strike;
    o.rate = rate;
    o.sigma = sigma;
    o.years = years;

    Key key;
    key.a = seed_lo;
    key.b = seed_hi;

    Sum total;
    total.hi = 0.0f;
    total.lo = 0.0f;
    for (int k = 0; k < steps; ++k) {
        Counter c;
        c.x = id;
        c.y = (unsigned)k;
        c.z = 0u;
        c.w = 0xFFFFFFFFu;
        Normals z = box_muller(philox(c, key));
        for (int j = 0; j < 4; ++j)
            add(total, payoff(o, z.v[j]));
    }
    partial[id] = total.hi;
}
