// fpcheck: words_spmv <<<1, 32>>> packed=[3229629952,1207971840,3154133760,1145059840,17920] rowptr=[0,2,3,6,9] col=[0,3,1,0,2,3,1,2,3] x=[2.0,-1.0,0.5,4.0] y=empty:4 rows=4 want=[-6.0,-0.125,13.75,25.375] ref=y=want --tol rtol=1e-6,atol=1e-6
// expect: ok
// why: halves are taken out of words by hand, with a shift by 0 or 16 and a cast that drops the rest; a row may start in the middle of a word
// figure: computed -6.0, MPFR -6.0: exact here, products of halves and small numbers
#include <cuda_fp16.h>

__device__ inline float half_of(const unsigned *packed, int k)
{
    unsigned shift = (unsigned)(k & 1) << 4;
    return __half2float(__ushort_as_half((unsigned short)(packed[k >> 1] >> shift)));
}

// Eight lanes a row; rows beyond the last take part in the shuffles with sums of nothing.
__global__ void words_spmv(const unsigned *packed, const int *rowptr, const int *col, const float *x, float *y, int rows)
{
    int r = (blockIdx.x * blockDim.x + threadIdx.x) >> 3;
    int lane = threadIdx.x & 7;
    float sum = 0.0f;
    if (r < rows)
        for (int k = rowptr[r] + lane; k < rowptr[r + 1]; k += 8)
            sum = fmaf(half_of(packed, k), x[col[k]], sum);
    for (int d = 4; d > 0; d >>= 1)
        sum += __shfl_down_sync(0xffffffffu, sum, d, 8);
    if (r < rows && lane == 0)
        y[r] = sum;
}
