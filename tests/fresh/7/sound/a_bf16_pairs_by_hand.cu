// fpcheck: pack_pairs<<<1, 32>>> x=[1.00390625,-2.5,3.14159,1e-3,0.0,65504.0,-7.77,1.01171875] word=empty:4:u32 pairs=4
// fpcheck+ unpack_pairs<<<1, 32>>> y=empty:8 pairs=4 --ref 'y=x' --tol rtol=0.00390625,atol=0
// expect: ok
// why: bfloat16 by shifts and an added 0x7fff: that is round to nearest, ties to even (the lowest kept bit is added too), even element in the lower half on both sides
// figure: computed y[2] = 3.140625, MPFR 3.14159 (error 3.1e-4 of 3.9e-3 allowed relative)
// Coefficients kept as two bfloat16 a word.
__device__ unsigned rounded_half(float x)
{
    unsigned b = __float_as_uint(x);
    unsigned lowest_kept = (b >> 16) & 1u;
    return (b + 0x7fffu + lowest_kept) >> 16;
}

__global__ void pack_pairs(const float *x, unsigned *word, int pairs)
{
    int i = threadIdx.x;
    if (i < pairs)
        word[i] = rounded_half(x[2 * i + 1]) << 16 | rounded_half(x[2 * i]);
}

__global__ void unpack_pairs(const unsigned *word, float *y, int pairs)
{
    int i = threadIdx.x;
    if (i >= pairs)
        return;
    unsigned w = word[i];
    y[2 * i] = __uint_as_float(w << 16);
    y[2 * i + 1] = __uint_as_float(w & 0xffff0000u);
}
