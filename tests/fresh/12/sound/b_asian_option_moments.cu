// fpcheck: simulate <<<4, 64>>> sums=empty:4 squares=empty:4 spot=10000.0 strike=100.0 rate=0.0 sigma=0.0001 years=0.5 steps=12 seed=2024
// fpcheck+ summarise <<<1, 32>>> block_sums=sums block_squares=squares price=empty:1 error=empty:1 blocks=4 per_block=64 shift=9900.0 discount=1.0
// expect: ok
// why: payoffs of 9900 with a spread of 0.4: their sum of squares would drown it, so that what is summed is the distance from spot - strike, which expm1 gives without a subtraction; after that E[x^2] - E[x]^2 loses nothing.
// figure: relative error of price 1e-7, of error below 1e-5 (estimated)
#include <cstdint>

// Arithmetic Asian call, Monte Carlo: one path a thread, Philox 4x32-10 counters, Box-Muller.

struct Philox {
    uint32_t counter[4];
    uint32_t key[2];
};

__device__ __forceinline__ void philox_round(uint32_t c[4], uint32_t k0, uint32_t k1)
{
    const uint32_t m0 = 0xD2511F53u, m1 = 0xCD9E8D57u;
    uint32_t h0 = __umulhi(m0, c[0]), l0 = m0 * c[0];
    uint32_t h1 = __umulhi(m1, c[2]), l1 = m1 * c[2];
    uint32_t n0 = h1 ^ c[1] ^ k0;
    uint32_t n2 = h0 ^ c[3] ^ k1;
    c[0] = n0;
    c[1] = l1;
    c[2] = n2;
    c[3] = l0;
}

__device__ void philox(const Philox &p, uint32_t out[4])
{
    uint32_t k0 = p.key[0], k1 = p.key[1];
    for (int i = 0; i < 4; i++)
        out[i] = p.counter[i];
#pragma unroll
    for (int r = 0; r < 10; r++) {
        philox_round(out, k0, k1);
        k0 += 0x9E3779B9u;
        k1 += 0xBB67AE85u;
    }
}

// In (0, 1): 24 bits and half a step, exact in a float only for 23; here the top 23.
__device__ __forceinline__ float to_open_unit(uint32_t b)
{
    return ((float)(b >> 9) + 0.5f) * 1.1920928955078125e-7f;
}

struct Normals {
    float z[4];
};

__device__ Normals normals(const Philox &p)
{
    uint32_t b[4];
    philox(p, b);
    Normals n;
#pragma unroll
    for (int i = 0; i < 2; i++) {
        float radius = sqrtf(-2.0f * logf(to_open_unit(b[2 * i])));
        float s, c;
        sincospif(2.0f * to_open_unit(b[2 * i + 1]), &s, &c);
        n.z[2 * i] = radius * c;
        n.z[2 * i + 1] = radius * s;
    }
    return n;
}

// All that a path depends on; the average is over `steps` equally spaced dates, the last of them the expiry.
// Prices are kept as logarithms relative to the spot, so that the exponential is of small numbers.

struct Market {
    float spot, strike, rate, sigma, years;
    int steps;
};

// The payoff less spot - strike, which is the payoff of a path that does not move.
__device__ float path_excess(const Market &m, int path, int seed)
{
    const float dt = m.years / m.steps;
    const float drift = (m.rate - 0.5f * m.sigma * m.sigma) * dt;
    const float vol = m.sigma * sqrtf(dt);
    float log_price = 0.0f;
    float average = 0.0f;
    for (int s = 0; s < m.steps; s += 4) {
        Philox p = {{(uint32_t)path, (uint32_t)(s / 4), 0u, 0u}, {(uint32_t)seed, 0u}};
        Normals n = normals(p);
#pragma unroll
        for (int k = 0; k < 4; k++) {
            if (s + k < m.steps) {
                log_price += drift + vol * n.z[k];
                average += expm1f(log_price);
            }
        }
    }
    average *= m.spot / m.steps;
    return fmaxf(average, m.strike - m.spot);
}

__device__ float warp_sum(float v)
{
    for (int o = 16; o > 0; o >>= 1)
        v += __shfl_down_sync(0xffffffffu, v, o);
    return v;
}

__device__ float block_sum(float v)
{
    __shared__ float scratch[32];
    v = warp_sum(v);
    __syncthreads();
    if ((threadIdx.x & 31) == 0)
        scratch[threadIdx.x >> 5] = v;
    __syncthreads();
    float t = threadIdx.x < (blockDim.x >> 5) ? scratch[threadIdx.x] : 0.0f;
    if (threadIdx.x < 32)
        t = warp_sum(t);
    return t;
}

__global__ void simulate(float *sums, float *squares, float spot, float strike, float rate, float sigma, float years,
                         int steps, int seed)
{
    Market m = {spot, strike, rate, sigma, years, steps};
    const int path = blockIdx.x * blockDim.x + threadIdx.x;
    const float payoff = path_excess(m, path, seed);
    const float sum = block_sum(payoff);
    const float square = block_sum(payoff * payoff);
    if (threadIdx.x == 0) {
        sums[blockIdx.x] = sum;
        squares[blockIdx.x] = square;
    }
}

// Price and its standard error over all blocks, each of which had `per_block` paths.
__global__ void summarise(const float *block_sums, const float *block_squares, float *price, float *error, int blocks, int per_block, float shift,
                          float discount)
{
    float sum = 0.0f, square = 0.0f;
    for (int b = threadIdx.x; b < blocks; b += 32) {
        sum += block_sums[b];
        square += block_squares[b];
    }
    sum = warp_sum(sum);
    square = warp_sum(square);
    if (threadIdx.x != 0)
        return;
    const float n = (float)(blocks * per_block);
    const float mean = sum / n;
    const float variance = (square - sum * mean) / n;
    price[0] = discount * (mean + shift);
    error[0] = discount * sqrtf(variance / (n - 1.0f));
}
