// fpcheck: price_basket <<<4, 64>>> spot=uniform(9000,11000):4 strike=uniform(10,20):4 price=empty:4 std_error=empty:4 hist=empty:4x8 vol=0.0001 rate=0.01 years=1 paths=1024
// expect: error cancellation at line 145: the variance of payoffs as E[p^2] - E[p]^2: 1e8 - 1e8 for a variance of about 1
#include <cuda_runtime.h>

// Monte Carlo price of forwards-like calls (deep in the money, small
// volatility) with the standard error of the estimate; one block a contract,
// counter-based random numbers (Philox 2x32), antithetic pairs.

constexpr int THREADS = 64;
constexpr float TWO_PI = 6.28318531f;

// ---------------------------------------------------------------------------
// Philox 2x32, ten rounds
// ---------------------------------------------------------------------------

struct Counter {
    unsigned lo;
    unsigned hi;
};

__device__ __forceinline__ Counter philox_round(Counter c, unsigned key) {
    unsigned hi = __umulhi(0xD256D193u, c.lo);
    unsigned lo = 0xD256D193u * c.lo;
    Counter r;
    r.lo = hi ^ key ^ c.hi;
    r.hi = lo;
    return r;
}

__device__ Counter philox(unsigned counter, unsigned stream, unsigned seed) {
    Counter c;
    c.lo = counter;
    c.hi = stream;
    unsigned key = seed;
    for (int r = 0; r < 10; ++r) {
        c = philox_round(c, key);
        key += 0x9E3779B9u;
    }
    return c;
}

// ---------------------------------------------------------------------------
// Uniform and normal numbers
// ---------------------------------------------------------------------------

// In (0, 1): the middle of one of 2^23 cells, every one exact in binary32.
__device__ __forceinline__ float open_unit(unsigned r) {
    return ((float)(r >> 9) + 0.5f) * 1.1920929e-7f;
}

struct Pair {
    float a;
    float b;
};

__device__ Pair normal_pair(unsigned counter, unsigned stream, unsigned seed) {
    Counter c = philox(counter, stream, seed);
    float u = open_unit(c.lo);
    float v = open_unit(c.hi);
    float radius = sqrtf(-2.0f * logf(u));
    float s, k;
    sincosf(TWO_PI * v, &s, &k);
    Pair p;
    p.a = radius * k;
    p.b = radius * s;
    return p;
}

// ---------------------------------------------------------------------------
// Block reduction
// ---------------------------------------------------------------------------

__device__ float block_sum(float v, float* buffer) {
    int t = threadIdx.x;
    buffer[t] = v;
    __syncthreads();
    for (int s = THREADS / 2; s > 0; s >>= 1) {
        if (t < s) buffer[t] += buffer[t + s];
        __syncthreads();
    }
    float total = buffer[0];
    __syncthreads();
    return total;
}

// ---------------------------------------------------------------------------
// Model
// ---------------------------------------------------------------------------

struct Contract {
    float spot;
    float strike;
    float drift;
    float diffusion;
    float discount;
};

__device__ Contract make_contract(float spot, float strike, float vol, float rate, float years) {
    Contract c;
    c.spot = spot;
    c.strike = strike;
    c.drift = (rate - 0.5f * vol * vol) * years;
    c.diffusion = vol * sqrtf(years);
    c.discount = expf(-rate * years);
    return c;
}

__device__ __forceinline__ float terminal(const Contract& c, float z) {
    return c.spot * expf(c.drift + c.diffusion * z);
}

__device__ __forceinline__ float payoff(const Contract& c, float z) {
    float p = terminal(c, z) - c.strike;
    return p > 0.0f ? c.discount * p : 0.0f;
}

// ---------------------------------------------------------------------------
// Statistics of the estimate
// ---------------------------------------------------------------------------

struct Moments {
    float sum;
    float squares;
    int count;
};

__device__ __forceinline__ void clear(Moments& m) {
    m.sum = 0.0f;
    m.squares = 0.0f;
    m.count = 0;
}

__device__ __forceinline__ void add(Moments& m, float p) {
    m.sum += p;
    m.squares += p * p;
    m.count += 1;
}

__device__ __forceinline__ float mean_of(const Moments& m) {
    return m.sum / (float)m.count;
}

__device__ __forceinline__ float variance_of(const Moments& m) {
    float mean = mean_of(m);
    float var = m.squares / (float)m.count - mean * mean;
    return var > 0.0f ? var : 0.0f;
}

__device__ __forceinline__ float error_of(const Moments& m) {
    return sqrtf(variance_of(m) / (float)m.count);
}

// ---------------------------------------------------------------------------
// Octants of the random words, to check the generator
// ---------------------------------------------------------------------------

__device__ void count_octants(int* bins, unsigned stream, unsigned seed, int paths) {
    if (threadIdx.x < 8) bins[threadIdx.x] = 0;
    __syncthreads();
    for (int p = threadIdx.x; p < paths; p += THREADS) {
        Counter c = philox((unsigned)p, stream, seed);
        atomicAdd(&bins[c.lo >> 29], 1);
        atomicAdd(&bins[c.hi >> 29], 1);
    }
    __syncthreads();
}

// ---------------------------------------------------------------------------
// Kernel
// ---------------------------------------------------------------------------

__global__ void price_basket(const float* __restrict__ spot, const float* __restrict__ strike,
                             float* __restrict__ price, float* __restrict__ std_error, int* __restrict__ hist,
                             float vol, float rate, float years, int paths) {
    __shared__ float buffer[THREADS];
    __shared__ int bins[8];

    const unsigned seed = 20240229u;
    Contract c = make_contract(spot[blockIdx.x], strike[blockIdx.x], vol, rate, years);

    count_octants(bins, blockIdx.x, seed, paths);
    if (threadIdx.x < 8) hist[8 * blockIdx.x + threadIdx.x] = bins[threadIdx.x];

    Moments mine;
    clear(mine);
    for (int p = threadIdx.x; p < paths; p += THREADS) {
        Pair z = normal_pair((unsigned)p, blockIdx.x, seed);
        add(mine, payoff(c, z.a));
        add(mine, payoff(c, z.b));
    }

    Moments all;
    all.sum = block_sum(mine.sum, buffer);
    all.squares = block_sum(mine.squares, buffer);
    all.count = 2 * paths;

    if (threadIdx.x == 0) {
        price[blockIdx.x] = mean_of(all);
        std_error[blockIdx.x] = error_of(all);
    }
}
