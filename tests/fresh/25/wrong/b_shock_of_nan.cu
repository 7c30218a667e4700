// fpcheck: terminal <<<1, 32>>> words=[0,1073741824,123456789,987654321,4000000000,3221225472,2222222222,1111111111,0,3221225472,31,5] shock=empty:6 price=empty:6 mean=empty:1 below=empty:1 spot=100.0 rate=0.02 vol=0.3 expiry=1.5 barrier=80.0 paths=6 want=[0,0.334655774,-6.92952201e-17,-0.0627270943,0,6.12318913] ref=shock=want --tol rtol=1e-3,atol=1e-4
// expect: error NaN hidden at line 45
// why: the uniform number may be 0: sqrt(-2 log 0) is infinite, times a cosine of exactly 0 it is NaN, and the clamp to six deviations makes -6 of it
// figure: computed shock[0] -6, MPFR 0 (cos(pi/2) = 0, for any open uniform number)
#include <cuda_runtime.h>

// Terminal prices of a geometric Brownian motion from given random words (two a path), for comparing generators.
// Reports the shock of each path, its price, their mean and how many end below a barrier.

#define FULL 0xffffffffu
#define LIMIT 6.0f // no shock is larger than six deviations

// ---------------------------------------------------------------- parameters

struct Market {
    float spot;
    float rate;
    float vol;
    float expiry;
};

struct Outcome {
    float shock;
    float price;
};

// ---------------------------------------------------------------- random numbers

// A uniform number of 24 bits.
__device__ inline float uniform_of(unsigned word)
{
    return (float)(word >> 8) * 5.9604644775390625e-8f;
}

// Box-Muller, the cosine branch.
__device__ inline float radius_of(float u)
{
    return sqrtf(-2.0f * logf(u));
}

__device__ inline float gaussian(unsigned a, unsigned b)
{
    float r = radius_of(uniform_of(a));
    float turn = 2.0f * uniform_of(b);
    return r * cospif(turn);
}

// Extreme shocks come from poor generators; they are cut off.
__device__ inline float clamped(float z)
{
    return fminf(fmaxf(z, -LIMIT), LIMIT);
}

// ---------------------------------------------------------------- the model

__device__ inline float drift_of(Market m)
{
    return (m.rate - 0.5f * m.vol * m.vol) * m.expiry;
}

__device__ inline float spread_of(Market m)
{
    return m.vol * sqrtf(m.expiry);
}

__device__ inline Outcome simulate(Market m, unsigned a, unsigned b)
{
    Outcome o;
    o.shock = clamped(gaussian(a, b));
    o.price = m.spot * expf(drift_of(m) + spread_of(m) * o.shock);
    return o;
}

// ---------------------------------------------------------------- over a warp

__device__ inline float warp_sum(float x)
{
    for (int o = 16; o > 0; o >>= 1)
        x += __shfl_xor_sync(FULL, x, o);
    return x;
}

__device__ inline int warp_count(bool x)
{
    return __popc(__ballot_sync(FULL, x));
}

// ---------------------------------------------------------------- the kernel
//
// One warp; a lane takes every 32nd path.
//   1. the path
//   2. sums over the lane's paths
//   3. sums over the warp

__global__ void terminal(const unsigned *words, float *shock, float *price, float *mean, int *below, float spot,
                         float rate, float vol, float expiry, float barrier, int paths)
{
    int lane = threadIdx.x;
    Market m;
    m.spot = spot;
    m.rate = rate;
    m.vol = vol;
    m.expiry = expiry;

    float sum = 0.0f;
    int under = 0;
    int rounds = (paths + 31) / 32;
    for (int r = 0; r < rounds; r++) {
        int path = r * 32 + lane;
        bool in = path < paths;

        // 1
        Outcome o = {0.0f, 0.0f};
        if (in) {
            o = simulate(m, words[2 * path], words[2 * path + 1]);
            shock[path] = o.shock;
            price[path] = o.price;
        }

        // 2
        sum += in ? o.price : 0.0f;
        under += warp_count(in && o.price < barrier);
    }

    // 3
    sum = warp_sum(sum);
    if (lane == 0) {
        *mean = sum / (float)paths;
        *below = under;
    }
}

// ---------------------------------------------------------------- host

struct Run {
    const unsigned *words;
    float *shock;
    float *price;
    float *mean;
    int *below;
    int paths;
};

void launch_terminal(Run r, float spot, float rate, float vol, float expiry, float barrier)
{
    terminal<<<1, 32>>>(r.words, r.shock, r.price, r.mean, r.below, spot, rate, vol, expiry, barrier, r.paths);
}

// ---------------------------------------------------------------- sizes

// Blocks for a number of items.
inline int blocks_of(int items, int each)
{
    return (items + each - 1) / each;
}
