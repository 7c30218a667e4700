// fpcheck: throw_dice <<<1, 64>>> seeds=[0, 12345, 4294967295, 99, 4294967290, 4294967200, 777, 2147483648] histogram=inout:zeros:6 n=8
// expect: error out of bounds at line 20
// why: 32 random bits to a float round up to 2^32, so u is 1.0 for the largest of them, the face is 6 (of 0..5), and the count goes beyond the histogram
// figure: computed face of the seed 4294967295 = 6, MPFR 5 (0..5 are in the histogram): writes histogram[6]
#include <cuda_runtime.h>

// 32 bits to a number in [0, 1).
__device__ float uniform(unsigned x)
{
    return (float)x * 2.3283064365386963e-10f;
}

__global__ void throw_dice(const unsigned *seeds, int *histogram, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float u = uniform(seeds[i]);
    int face = (int)(u * 6.0f);
    atomicAdd(&histogram[face], 1);
}
