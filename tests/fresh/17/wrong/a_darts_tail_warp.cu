// fpcheck: darts<<<2, 32>>> hits=empty:2 runs=52 each=10 seed=99 want=[240,169] ref=hits=want --tol bitwise
// expect: error undefined at line 35
// why: twelve lanes of the last warp have returned, yet the full mask names them and their values are shuffled in: undefined
// figure: hits[1] computed undefined, MPFR 169
#include <cuda_runtime.h>

__device__ inline unsigned mix(unsigned x)
{
    x ^= x >> 16;
    x *= 0x7feb352du;
    x ^= x >> 15;
    x *= 0x846ca68bu;
    return x ^ (x >> 16);
}

__device__ inline float unit(unsigned w)
{
    return (float)(w >> 8) * 5.9604644775390625e-8f;
}

// Area of the unit circle by hit or miss: a warp a batch, a thread a run of darts.
__global__ void darts(int *hits, int runs, int each, unsigned seed)
{
    int run = blockIdx.x * 32 + threadIdx.x;
    if (run >= runs)
        return;
    int mine = 0;
    for (int k = 0; k < each; k++) {
        unsigned c = 2u * (unsigned)(run * each + k);
        float x = unit(mix(c + seed));
        float y = unit(mix(c + 1u + seed));
        mine += x * x + y * y < 1.0f;
    }
    for (int d = 16; d > 0; d >>= 1)
        mine += __shfl_down_sync(0xffffffffu, mine, d);
    if (threadIdx.x == 0)
        hits[blockIdx.x] = mine;
}
