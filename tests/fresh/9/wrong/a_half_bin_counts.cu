// fpcheck: bin_counts<<<1, 32>>> share=empty:32 n=98304
// expect: error absorbed loop steps, accumulator too narrow at line 18
// why: a count in half stops at 2048, where + 1 is rounded away
// figure: computed 0.02083333333, MPFR 0.03125 (share[0])
#include <cuda_fp16.h>
// Share of the rows of a table in each of 32 hash partitions; one thread counts for one partition.
__device__ __forceinline__ unsigned mix(unsigned row)
{
    return row & 31u;
}

__global__ void bin_counts(float *share, int n)
{
    __half count = __float2half(0.0f);
    const __half one = __float2half(1.0f);
    for (int row = threadIdx.x; row < n; row += 32)
        if (mix(row) == threadIdx.x)
            count = __hadd(count, one);
    share[threadIdx.x] = __half2float(count) / (float)n;
}
