// fpcheck: throw_dice <<<1, 64>>> seeds=[0, 12345, 4294967295, 99, 4294967290, 4294967200, 777, 2147483648] histogram=inout:zeros:6 n=8
// expect: ok
// why: the largest seeds would give 1.0 if all 32 bits were converted; only the upper 24 are, which a float holds, so u < 1 and the face is at most 5
// figure: computed face of the seed 4294967295 = 5, MPFR 5: exact
#include <cuda_runtime.h>

__device__ float uniform(unsigned x)
{
    return (float)(x >> 8) * 5.9604644775390625e-8f;
}

__global__ void throw_dice(const unsigned *seeds, int *histogram, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int face = (int)floorf(uniform(seeds[i]) * 6.0f);
    atomicAdd(&histogram[face], 1);
}
