// fpcheck: pack_column<<<1, 32>>> x=[1.0,2.7,-3.14159,0.1,0.001,7.77,100.3,-0.333] packed=empty:4 back=empty:8 pairs=4 want=[1.0,2.703125,-3.140625,0.10009765625,0.00099945068359375,7.78125,100.5,-0.33203125] ref=back=want --tol bitwise
// expect: error bits of one half run into the other at line 14
// why: the rounded upper word is not masked, so its low 16 bits are ored into the lower half
// figure: computed nan, MPFR 1.0 (back[0])
// A column as pairs of bf16 in one word: rounded to nearest even by hand, then read back.
__device__ unsigned rounded(float v)
{
    unsigned u = __float_as_uint(v);
    return u + 0x7fffu + ((u >> 16) & 1u);
}

__device__ unsigned pack(float lo, float hi)
{
    return (rounded(lo) >> 16) | rounded(hi);
}

__global__ void pack_column(const float *x, unsigned *packed, float *back, int pairs)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= pairs)
        return;
    unsigned p = pack(x[2 * i], x[2 * i + 1]);
    packed[i] = p;
    back[2 * i] = __uint_as_float(p << 16);
    back[2 * i + 1] = __uint_as_float(p & 0xffff0000u);
}
