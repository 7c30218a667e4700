// fpcheck: pack_greeks <<<1, 32>>> delta=[1.00390625,-0.0078,0.001,-2.71828] gamma=[3.14159,65504.0,255.5,0.3333] word=empty:4 n=4 want=[1078542208,1199619072,1132477059,1051443246] ref=word=want --tol rtol=0,atol=0.25
// expect: ok
// why: rounding by adding 0x7fff and the last kept bit carries into the exponent where it must: ties go to even, as cvt.rn.bf16 does
// figure: computed word[0] = 1078542208, MPFR 1078542208: exact
// Delta and gamma of a position as two bfloat16 in one word: delta below, gamma above.
__device__ unsigned to_bf16(float x)
{
    unsigned u = __float_as_uint(x);
    if ((u & 0x7fffffffu) > 0x7f800000u)
        return (u >> 16) | 0x40u; // a quiet NaN
    return (u + 0x7fffu + ((u >> 16) & 1u)) >> 16;
}

__global__ void pack_greeks(const float *delta, const float *gamma, unsigned *word, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        word[i] = to_bf16(delta[i]) | (to_bf16(gamma[i]) << 16);
}
