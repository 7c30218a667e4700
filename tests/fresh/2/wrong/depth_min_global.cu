// fpcheck: nearest_depth <<<2, 64>>> z=uniform(1,10):128 zmin=empty:1 n=128
// expect: error uninitialised at line 13: atomicMin on an output buffer that nobody set to the largest value first
// Nearest depth of a tile; positive floats order like their integer bits.
#include <cuda_runtime.h>

__global__ void nearest_depth(const float* __restrict__ z, int* zmin, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int bits = 0x7f7fffff;
    if (i < n) bits = __float_as_int(z[i]);
    bits = __reduce_min_sync(0xffffffffu, bits);
    if ((threadIdx.x & 31) == 0)
        atomicMin(zmin, bits);
}
