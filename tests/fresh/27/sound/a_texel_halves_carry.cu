// fpcheck: texel_halves_carry <<<1, 32>>> x=[1.0,1.9998,3.9997,-0.99998,0.3333,1.00048828125,1.00146484375,65519.0] bits=empty:8 n=8 want=[15360,16384,17408,48128,13653,15360,15362,31743] ref=bits=want
// expect: ok
// why: half packed by hand with ties to even; the carry out of the significand runs into the exponent, which is what rounding up to 2 needs
// figure: computed 0x4000 = 2.0 for 1.9998, MPFR 2.0
// Packs texels into half for a texture upload (numbers within the normal range of half).
__device__ unsigned half_bits(float x)
{
    unsigned b = __float_as_uint(x);
    unsigned sign = (b >> 16) & 0x8000u;
    unsigned m = b & 0x7fffffffu;
    unsigned even = (m >> 13) & 1u;
    return sign | ((m - 0x38000000u + 0xfffu + even) >> 13);
}

__global__ void texel_halves_carry(const float *x, unsigned short *bits, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        bits[i] = (unsigned short)half_bits(x[i]);
}
