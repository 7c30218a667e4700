// fpcheck: price <<<1, 64>>> spot=[100.0,95.0,120.0,80.0] strike=[100.0,100.0,110.0,85.0] value=empty:4 delta=empty:4 paths=256 options=4 rate=0.03 volatility=0.25 years=1.5 seed=20240229 --ref value=@a_basket_option_want.npy --tol rtol=2e-5,atol=1e-5
// expect: ok
// why: random words become floats, but only their upper 23 bits and half a step above zero: exact numbers strictly between 0 and 1, so that the logarithm never sees 0
// figure: value[0] computed 15.7330065, MPFR 15.733006; relative error 7.6e-08 of 2e-5 allowed
// European calls by Monte Carlo: Philox 4x32-10, Box-Muller, antithetic pairs; payoffs are added in double and in a fixed order.

struct Words {
    unsigned w[4];
};

struct Keys {
    unsigned k[2];
};

__device__ unsigned high(unsigned a, unsigned b)
{
    return __umulhi(a, b);
}

__device__ Words philox_round(Words c, Keys k)
{
    const unsigned m0 = 0xD2511F53u;
    const unsigned m1 = 0xCD9E8D57u;
    unsigned hi0 = high(m0, c.w[0]);
    unsigned lo0 = m0 * c.w[0];
    unsigned hi1 = high(m1, c.w[2]);
    unsigned lo1 = m1 * c.w[2];
    return {{hi1 ^ c.w[1] ^ k.k[0], lo1, hi0 ^ c.w[3] ^ k.k[1], lo0}};
}

__device__ Keys next_keys(Keys k)
{
    return {{k.k[0] + 0x9E3779B9u, k.k[1] + 0xBB67AE85u}};
}

__device__ Words philox(Words counter, Keys key)
{
    for (int r = 0; r < 10; r++) {
        counter = philox_round(counter, key);
        key = next_keys(key);
    }
    return counter;
}

// (k + 1/2) 2^-23 for k = 0 .. 2^23 - 1, all exact.
__device__ float uniform(unsigned word)
{
    return ((float)(word >> 9) + 0.5f) * 1.1920929e-7f;
}

struct Normals {
    float a, b;
};

__device__ Normals box_muller(unsigned u, unsigned v)
{
    float radius = sqrtf(-2.0f * logf(uniform(u)));
    float s, c;
    sincospif(2.0f * uniform(v), &s, &c);
    return {radius * c, radius * s};
}

// Two independent normal numbers for each pair of words; rate and volatility are
// those of a year, and the drift is that of the risk-neutral measure.
struct Market {
    float rate, volatility, years;
};

__device__ float terminal(float spot, const Market &m, float normal)
{
    float drift = (m.rate - 0.5f * m.volatility * m.volatility) * m.years;
    return spot * expf(drift + m.volatility * sqrtf(m.years) * normal);
}

__device__ float call(float price, float strike)
{
    return fmaxf(price - strike, 0.0f);
}

// A path and its mirror image.
__device__ double pair_payoff(float spot, float strike, const Market &m, float normal)
{
    double up = call(terminal(spot, m, normal), strike);
    double down = call(terminal(spot, m, -normal), strike);
    return 0.5 * (up + down);
}

// Derivative of a path's payoff by the spot; the kink at the strike has no weight.
// Good for calls, whose payoff has no jump.
__device__ float path_delta(float spot, float strike, const Market &m, float normal)
{
    float end = terminal(spot, m, normal);
    return end > strike ? end / spot : 0.0f;
}

__device__ double pair_delta(float spot, float strike, const Market &m, float normal)
{
    double up = path_delta(spot, strike, m, normal);
    double down = path_delta(spot, strike, m, -normal);
    return 0.5 * (up + down);
}

__device__ double warp_sum(double v)
{
    for (int o = 16; o > 0; o >>= 1)
        v += __shfl_down_sync(0xffffffffu, v, o);
    return v;
}

__device__ double block_sum(double v)
{
    __shared__ double part[32];
    v = warp_sum(v);
    __syncthreads();
    if ((threadIdx.x & 31) == 0)
        part[threadIdx.x >> 5] = v;
    __syncthreads();
    double total = 0.0;
    for (int w = 0; w < (int)blockDim.x / 32; w++)
        total += part[w];
    return total;
}

__global__ void price(const float *spot, const float *strike, float *value, float *delta, int paths, int options, float rate, float volatility,
                      float years, unsigned seed)
{
    Market m = {rate, volatility, years};
    Keys key = {{seed, 0x5bd1e995u}};
    double discount = exp(-(double)rate * (double)years);
    for (int o = 0; o < options; o++) {
        double sum = 0.0;
        double slope = 0.0;
        for (int p = threadIdx.x; p < paths / 4; p += blockDim.x) {
            Words w = philox({{(unsigned)p, (unsigned)o, 0u, 0u}}, key);
            Normals first = box_muller(w.w[0], w.w[1]);
            Normals second = box_muller(w.w[2], w.w[3]);
            float normals[4] = {first.a, first.b, second.a, second.b};
            for (int k = 0; k < 4; k++) {
                sum += pair_payoff(spot[o], strike[o], m, normals[k]);
                slope += pair_delta(spot[o], strike[o], m, normals[k]);
            }
        }
        double total = block_sum(sum);
        double tilt = block_sum(slope);
        if (threadIdx.x == 0) {
            value[o] = (float)(discount * total / (double)paths);
            delta[o] = (float)(discount * tilt / (double)paths);
        }
    }
}
