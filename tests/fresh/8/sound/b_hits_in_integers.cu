// fpcheck: quarter_circle<<<4, 64>>> hits=inout:[2147483648] estimate=empty:1 samples=16 stream=12345
// expect: ok
// why: the 64-bit counter goes on from 2^31, and 24 random bits times 2^-24 are exact floats below 1; x*x + y*y < 1 may be rounded, but the samples here are not that close to the circle
// figure: computed 3179 hits added, MPFR 3179; the nearest sample lies 0.00011 off the circle, an ulp is 1.2e-7
#include <cuda_runtime.h>

__device__ unsigned mix(unsigned h)
{
    h ^= h >> 16;
    h *= 0x7feb352du;
    h ^= h >> 15;
    h *= 0x846ca68bu;
    h ^= h >> 16;
    return h;
}

__device__ float uniform01(unsigned bits)
{
    return (float)(bits >> 8) * (1.0f / 16777216.0f);
}

// Continues a long run: 64-bit counts, one atomic a warp.
__global__ void quarter_circle(unsigned long long *hits, unsigned *estimate, int samples, unsigned stream)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned mine = 0;
    for (int k = 0; k < samples; ++k) {
        unsigned counter = (unsigned)(i * samples + k);
        float x = uniform01(mix(stream + 2u * counter));
        float y = uniform01(mix(stream + 2u * counter + 1u));
        if (x * x + y * y < 1.0f)
            ++mine;
    }
    unsigned sum = __reduce_add_sync(0xffffffffu, mine);
    if ((threadIdx.x & 31) == 0)
        atomicAdd(hits, (unsigned long long)sum);
    if (i == 0)
        estimate[0] = sum;
}
