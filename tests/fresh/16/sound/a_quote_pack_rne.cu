// fpcheck: squeeze_quotes <<<1, 32>>> bid=[101.37, 20.11, 7.4567, 1333.3, 0.1234, 55.55] ask=[101.93, 20.37, 7.5567, 1341.1, 0.1301, 56.67] bid2=empty:6 ask2=empty:6 n=6 ref=ask2=ask --tol rtol=4e-3,atol=0
// expect: ok
// why: the carry of the added 0x7fff runs from the mantissa into the exponent as rounding to nearest even wants it, and selector 0x7632 takes both upper halves
// figure: computed ask2[0] = 102, MPFR 101.930000305; relative error 6.9e-04
// Quotes are kept as two bfloat16 in a word: bid below, ask above.
__device__ unsigned rounded(float x)
{
    unsigned u = __float_as_uint(x);
    return u + 0x7fffu + ((u >> 16) & 1u);
}

__global__ void squeeze_quotes(const float *bid, const float *ask, float *bid2, float *ask2, int n)
{
    __shared__ unsigned book[32];
    int i = threadIdx.x;
    if (i < n)
        book[i] = __byte_perm(rounded(bid[i]), rounded(ask[i]), 0x7632);
    __syncthreads();
    if (i < n) {
        bid2[i] = __uint_as_float(book[i] << 16);
        ask2[i] = __uint_as_float(book[i] & 0xffff0000u);
    }
}
