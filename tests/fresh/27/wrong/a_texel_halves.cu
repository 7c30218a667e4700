// fpcheck: texel_halves <<<1, 32>>> x=[1.0,1.9998,3.9997,-0.99998,0.3333] bits=empty:5 n=5 want=[15360,16384,17408,48128,13653] ref=bits=want
// expect: error half packed by hand, the carry of the rounding is masked away at line 11
// why: a significand that rounds up to 2 must raise the exponent; the mask drops the carry and 1.9998 becomes 1
// figure: computed 0x3c00 = 1.0, MPFR 0x4000 = 2.0
// Packs texels into half for a texture upload (normal numbers only).
__device__ unsigned half_bits(float x)
{
    unsigned b = __float_as_uint(x);
    unsigned sign = (b >> 16) & 0x8000u;
    unsigned exponent = ((b >> 23) & 0xffu) - 112u;
    unsigned significand = (((b & 0x7fffffu) + 0x1000u) >> 13) & 0x3ffu;
    return sign | (exponent << 10) | significand;
}

__global__ void texel_halves(const float *x, unsigned short *bits, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        bits[i] = (unsigned short)half_bits(x[i]);
}
