// fpcheck: to_bf16 <<<1, 32>>> x=[1.0,1.00390625,1.01171875,-3.14159274,0.1,65504.0,1e-3,-0.0] out=empty:8 n=8 want=[16256,16256,16258,49225,15821,18304,14979,32768] ref=out=want --tol bitwise
// expect: ok
// why: bits are added to bits and shifted, which rounds to nearest even for all finite numbers; the inputs include exact ties
// figure: computed out[1] = 16256 for the tie 1 + 2^-8, MPFR (to nearest, even) 16256; error 0, tolerance 0
__device__ unsigned short bf16_bits(float x)
{
    unsigned b = __float_as_uint(x);
    if ((b & 0x7fffffffu) > 0x7f800000u)
        return (unsigned short)((b >> 16) | 0x40u);
    unsigned odd = (b >> 16) & 1u;
    return (unsigned short)((b + 0x7fffu + odd) >> 16);
}

__global__ void to_bf16(const float *x, unsigned short *out, int n)
{
    int i = threadIdx.x;
    if (i < n)
        out[i] = bf16_bits(x[i]);
}
