// fpcheck: to_bf16 <<<1, 32>>> x=[1.0,1.999,-3.998,0.33,7.99,127.9,-0.62,100.3] packed=empty:4 back=empty:8 pairs=4 ref=back=x --tol rtol=0.0040
// expect: ok
// why: two bfloat16 are made and packed by integer arithmetic on the bits of floats; the addition rounds to nearest even and its carry goes into the exponent, as it must
// figure: relative error at most 0.002, half an ulp of bf16 is 0.0039
__device__ inline unsigned rounded(float v)
{
    unsigned u = __float_as_uint(v);
    if ((u & 0x7fffffffu) > 0x7f800000u)
        return (u >> 16) | 0x40u;
    return (u + 0x7fffu + ((u >> 16) & 1u)) >> 16;
}

__global__ void to_bf16(const float *x, unsigned *packed, float *back, int pairs)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= pairs)
        return;
    unsigned word = rounded(x[2 * i]) | rounded(x[2 * i + 1]) << 16;
    packed[i] = word;
    back[2 * i] = __uint_as_float(word << 16);
    back[2 * i + 1] = __uint_as_float(word & 0xffff0000u);
}
