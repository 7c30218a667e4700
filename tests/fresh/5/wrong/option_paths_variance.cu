// fpcheck: asian_option <<<2, 128>>> mean=empty:2 variance=empty:2 control=empty:2 spot=10000.0 strike=2000.0 rate=0.01 vol=0.0001 expiry=1.0 steps=8 paths=4 seed=1234
// expect: error cancellation at line 151: E[x^2] - E[x]^2 of payoffs near 8000 with a spread below one unit: noise of 8
// Monte Carlo price of an arithmetic Asian call: Philox counters, Box-Muller, geometric Brownian motion, block statistics.
#include <cuda_runtime.h>

#define THREADS 128

struct Counter {
    unsigned x, y, z, w;
};

struct Key {
    unsigned x, y;
};

struct Market {
    float spot, strike, rate, vol, expiry;
};

// ---------------------------------------------------------------- random numbers

__device__ inline Counter philox_round(Counter c, Key k)
{
    const unsigned m0 = 0xD2511F53u;
    const unsigned m1 = 0xCD9E8D57u;
    unsigned h0 = __umulhi(m0, c.x);
    unsigned l0 = m0 * c.x;
    unsigned h1 = __umulhi(m1, c.z);
    unsigned l1 = m1 * c.z;
    return {h1 ^ c.y ^ k.x, l1, h0 ^ c.w ^ k.y, l0};
}

__device__ Counter philox(Counter c, Key k)
{
    for (int r = 0; r < 10; r++) {
        c = philox_round(c, k);
        k.x += 0x9E3779B9u;
        k.y += 0xBB67AE85u;
    }
    return c;
}

// Uniform in the open interval (0, 1).
__device__ inline float open_uniform(unsigned word)
{
    return ((float)(word >> 9) + 0.5f) * 1.1920928955078125e-7f;
}

struct Normals {
    float a, b, c, d;
};

__device__ inline void box_muller(unsigned u, unsigned v, float &x, float &y)
{
    float radius = sqrtf(-2.0f * logf(open_uniform(u)));
    float angle = 2.0f * open_uniform(v);
    x = radius * cospif(angle);
    y = radius * sinpif(angle);
}

__device__ Normals normals(Counter counter, Key key)
{
    Counter w = philox(counter, key);
    Normals n;
    box_muller(w.x, w.y, n.a, n.b);
    box_muller(w.z, w.w, n.c, n.d);
    return n;
}

// ---------------------------------------------------------------- paths

struct Stepper {
    float drift, diffusion;
};

__device__ Stepper stepper(Market m, int steps)
{
    float dt = m.expiry / (float)steps;
    Stepper s;
    s.drift = (m.rate - 0.5f * m.vol * m.vol) * dt;
    s.diffusion = m.vol * sqrtf(dt);
    return s;
}

__device__ inline float advance(float price, Stepper s, float z)
{
    return price * expf(s.drift + s.diffusion * z);
}

struct Path {
    float average, last;
};

__device__ Path simulate(Market m, int steps, unsigned path, unsigned seed)
{
    Stepper s = stepper(m, steps);
    Key key = {seed, 0x1BD11BDAu};
    float price = m.spot;
    float sum = 0.0f;
    for (int k = 0; k < steps; k += 4) {
        Counter counter = {path, (unsigned)k, 0u, 0u};
        Normals z = normals(counter, key);
        price = advance(price, s, z.a);
        sum += price;
        price = advance(price, s, z.b);
        sum += price;
        price = advance(price, s, z.c);
        sum += price;
        price = advance(price, s, z.d);
        sum += price;
    }
    return {sum / (float)steps, price};
}

__device__ inline float payoff(Path p, Market m)
{
    return fmaxf(p.average - m.strike, 0.0f);
}

// ---------------------------------------------------------------- statistics

struct Moments {
    float count, sum, squares;
};

__device__ inline Moments empty_moments()
{
    return {0.0f, 0.0f, 0.0f};
}

__device__ inline void accept(Moments &m, float x)
{
    m.count += 1.0f;
    m.sum += x;
    m.squares += x * x;
}

__device__ inline Moments merge(Moments a, Moments b)
{
    return {a.count + b.count, a.sum + b.sum, a.squares + b.squares};
}

__device__ inline float average(Moments m)
{
    return m.sum / m.count;
}

__device__ inline float sample_variance(Moments m)
{
    float mean = m.sum / m.count;
    return (m.squares - m.count * mean * mean) / (m.count - 1.0f);
}

__device__ void reduce(Moments *shared, int t)
{
    for (int half = THREADS / 2; half > 0; half >>= 1) {
        __syncthreads();
        if (t < half)
            shared[t] = merge(shared[t], shared[t + half]);
    }
}

// ---------------------------------------------------------------- the kernel
//
// One block a portfolio; every thread runs its own paths, numbered through the whole grid.

__global__ void asian_option(float *mean, float *variance, float *control, float spot, float strike, float rate,
                             float vol, float expiry, int steps, int paths, int seed)
{
    __shared__ Moments shared[THREADS];
    __shared__ float lasts[THREADS];
    int t = threadIdx.x;
    Market m = {spot, strike, rate, vol, expiry};

    Moments mine = empty_moments();
    float last = 0.0f;
    for (int k = 0; k < paths; k++) {
        unsigned path = (unsigned)((blockIdx.x * THREADS + t) * paths + k);
        Path p = simulate(m, steps, path, (unsigned)seed);
        accept(mine, payoff(p, m));
        last += p.last;
    }
    shared[t] = mine;
    lasts[t] = last;
    reduce(shared, t);

    // control variate: the mean of the last prices
    for (int half = THREADS / 2; half > 0; half >>= 1) {
        __syncthreads();
        if (t < half)
            lasts[t] += lasts[t + half];
    }

    if (t == 0) {
        float discount = expf(-rate * expiry);
        mean[blockIdx.x] = discount * average(shared[0]);
        variance[blockIdx.x] = discount * discount * sample_variance(shared[0]);
        control[blockIdx.x] = lasts[0] / (float)(THREADS * paths);
    }
}
