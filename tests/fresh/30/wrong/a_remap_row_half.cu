// fpcheck: remap_row <<<(n+255)/256, 256>>> src=@a_remap_row_half_src.npy dst=empty:2600 n=2600 shift=3 --ref dst=@a_remap_row_half_want.npy --tol bitwise
// expect: error index in half at line 10
// why: the column is computed in half: beyond 2048 only even columns exist, so pixels are doubled and dropped
// figure: computed dst[2102]=src[2104]=0.985625, MPFR src[2105]=0.537635
#include <cuda_fp16.h>

// Shifts a scan line by a displacement that the registration holds in half precision; the border is repeated.
__device__ __forceinline__ int source_column(int column, __half shift, int n)
{
    const __half at = __hadd(__int2half_rn(column), shift);
    const int c = __half2int_rn(at);
    return min(max(c, 0), n - 1);
}

__global__ void remap_row(const float *__restrict__ src, float *dst, __half shift, int n)
{
    const int column = blockIdx.x * blockDim.x + threadIdx.x;
    if (column >= n)
        return;
    dst[column] = src[source_column(column, shift, n)];
}
