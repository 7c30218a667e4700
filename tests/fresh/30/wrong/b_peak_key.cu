// fpcheck: strongest_line <<<1, 32>>> power=[12.5,340.0,999.5,87.0,3.25,1000.2,640.0,1000.05,15.0,1000.01,420.0,998.75] key=inout:zeros:1:u32 line=empty:1 n=12 want=[5] ref=line=want
// expect: error packed key loses bits at line 16
// why: the key keeps 11 of 23 fraction bits, lines within 0.25 of each other tie, and the higher number wins instead of the stronger line
// figure: line[0]: computed 9 (power 1000.01), MPFR 5 (power 1000.2)
#include <cuda_runtime.h>

// Strongest line of a power spectrum: power in the upper bits, number of the line in the lower twelve.
__global__ void strongest_line(const float *power, unsigned int *key, int *line, int n)
{
    __shared__ unsigned int best;
    if (threadIdx.x == 0)
        best = 0u;
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        unsigned int bits = __float_as_uint(power[i]);
        unsigned int packed = (bits & 0xfffff000u) | (unsigned int)i;
        atomicMax(&best, packed);
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        atomicMax(key, best);
        *line = (int)(best & 0xfffu);
    }
}
