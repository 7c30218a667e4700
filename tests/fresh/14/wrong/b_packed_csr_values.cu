// fpcheck: spmv_packed <<<1, 32>>> packed=[3229629952,1207971840,3154133760,1145059840,17920] rowptr=[0,2,3,6,9] col=[0,3,1,0,2,3,1,2,3] x=[2.0,-1.0,0.5,4.0] y=empty:4 rows=4 want=[-6.0,-0.125,13.75,25.375] ref=y=want --tol rtol=1e-5,atol=1e-5
// expect: error wrong half of a packed word at line 11
// why: odd elements lie in the high half of a word, but the low one is taken for them (and the other way round)
// figure: computed 1.5, MPFR -6.0 (y[0])
// CSR times vector; the values are halves, two in a word: element 2k in the low, 2k + 1 in the high bits.
#include <cuda_fp16.h>

__device__ inline float value_at(const unsigned *packed, int k)
{
    unsigned word = packed[k >> 1];
    unsigned short bits = (k & 1) ? (unsigned short)word : (unsigned short)(word >> 16);
    return __half2float(__ushort_as_half(bits));
}

__global__ void spmv_packed(const unsigned *packed, const int *rowptr, const int *col, const float *x, float *y,
                            int rows)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows)
        return;
    float sum = 0.0f;
    for (int k = rowptr[r]; k < rowptr[r + 1]; k++)
        sum += value_at(packed, k) * x[col[k]];
    y[r] = sum;
}
