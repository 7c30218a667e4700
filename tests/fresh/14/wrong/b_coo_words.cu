// fpcheck: pack_coo <<<1, 32>>> value=[1.5,2.0,-0.5,3.25,-4.0,0.75] column=[5,32767,32768,39999,120,36000] word=empty:6 n=6
// fpcheck+ apply_coo <<<1, 32>>> packed=word x=const(2):40000 y=empty:6 rows=6 want=[3.0,4.0,0.0,6.5,0.0,1.5] ref=y=want --tol rtol=1e-3,atol=1e-6
// expect: error sign extension over packed bits at line 13
// why: columns of 32768 and more are negative as short: the sign bits overwrite the half value with a NaN, which fmaxf turns to 0
// figure: computed 0, MPFR 6.5 (y[3])
// A matrix with one element a row as words: half value above, 16 bits of column below. Then relu(A x).
#include <cuda_fp16.h>

__device__ inline unsigned pack(float value, int column)
{
    unsigned high = (unsigned)__half_as_ushort(__float2half_rn(value)) << 16;
    short low = (short)column;
    return high | low;
}

__global__ void pack_coo(const float *value, const int *column, unsigned *word, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        word[i] = pack(value[i], column[i]);
}

__device__ inline float value_of(unsigned word)
{
    return __half2float(__ushort_as_half((unsigned short)(word >> 16)));
}

__device__ inline int column_of(unsigned word)
{
    return word & 0xffff;
}

__global__ void apply_coo(const unsigned *packed, const float *x, float *y, int rows)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= rows)
        return;
    unsigned w = packed[i];
    y[i] = fmaxf(value_of(w) * x[column_of(w)], 0.0f);
}
