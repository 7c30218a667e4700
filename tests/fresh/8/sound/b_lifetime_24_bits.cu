// fpcheck: lifetimes<<<1, 32>>> bits=[12345678, 2147483648, 3000000000, 4294967295, 77, 1500000000, 900000000, 4294967290] life=empty:8 n=8 rate=1.0
// expect: ok
// why: the largest word 2^32 - 1 is in the data, but only 23 of its bits are kept, and 2k + 1 has at most 24, so every u is an exact float between 2^-24 and 1 - 2^-24
// figure: computed life[3] = 5.96046448e-08 for u = 1 - 2^-24, MPFR 5.96046466e-08
#include <cuda_runtime.h>

// In [2^-24, 1 - 2^-24]: 23 bits, in the middles of their cells; every one is an exact float.
__device__ float open_uniform(unsigned bits)
{
    unsigned k = bits >> 9;
    return (float)(2u * k + 1u) * (1.0f / 16777216.0f);
}

__global__ void lifetimes(const unsigned *bits, float *life, int n, float rate)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float u = open_uniform(bits[i]);
    life[i] = -logf(u) / rate;
}
