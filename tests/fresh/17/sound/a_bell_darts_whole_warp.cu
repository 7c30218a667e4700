// fpcheck: bell_darts<<<2, 32>>> hits=empty:2 area=empty:2 runs=52 each=10 seed=77 want=[238,161] ref=hits=want --tol bitwise
// expect: ok
// why: the tail is masked around the work, not around the shuffles; decisions by hashed floats are far from ties
// figure: exact, the nearest dart misses the curve by 0.00143756469
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

// Hit or miss under a Gaussian bell: idle threads of the tail throw no darts but take part in the sum.
__global__ void bell_darts(int *hits, float *area, int runs, int each, unsigned seed)
{
    int run = blockIdx.x * 32 + threadIdx.x;
    int mine = 0;
    if (run < runs) {
        for (int k = 0; k < each; k++) {
            unsigned c = 2u * (unsigned)(run * each + k);
            float x = unit(mix(c + seed));
            float y = unit(mix(c + 1u + seed));
            mine += y < expf(-x * x);
        }
    }
    for (int d = 16; d > 0; d >>= 1)
        mine += __shfl_down_sync(0xffffffffu, mine, d);
    if (threadIdx.x == 0) {
        int here = min(32, runs - blockIdx.x * 32);
        hits[blockIdx.x] = mine;
        area[blockIdx.x] = (float)mine / (float)(here * each);
    }
}
