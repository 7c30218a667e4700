// fpcheck: pack_scales <<<1, 32>>> s=[0.5,0.0001,0.00003,0.25,0.00002,0.00001,2,0.0000305] packed=empty:4:u32 pairs=4
// fpcheck+ dequantise <<<1, 32>>> q=[100,100,100,100,100,100,100,100] y=empty:8 n=8 ref=y=s*100 --tol rtol=2e-3,atol=1e-5
// expect: error wrong subnormals at line 13
// why: float to half by shifting the exponent forgets half's subnormals: below 2^-14 the exponent goes to 0 or below and its borrow runs into the sign
// figure: computed y[2] = nan, y[5] = -4294400, MPFR 0.003, 0.001 (to half's subnormal spacing)
// Quantised inference: block scales as pairs of half in one word.
#include <cuda_fp16.h>

__device__ unsigned half_bits(float f)
{
    unsigned u = __float_as_uint(f);
    unsigned sign = (u >> 16) & 0x8000u;
    unsigned m = (u & 0x7fffffffu) - (112u << 23);
    unsigned h = m >> 13;
    unsigned rest = m & 0x1fffu;
    if (rest > 0x1000u || (rest == 0x1000u && (h & 1u)))
        ++h;
    return (sign | h) & 0xffffu;
}

__global__ void pack_scales(const float *s, unsigned *packed, int pairs)
{
    int i = threadIdx.x;
    if (i < pairs)
        packed[i] = half_bits(s[2 * i]) | (half_bits(s[2 * i + 1]) << 16);
}

__global__ void dequantise(const unsigned *packed, const signed char *q, float *y, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    unsigned w = packed[i >> 1];
    unsigned short bits = (unsigned short)((i & 1) ? w >> 16 : w & 0xffffu);
    y[i] = __half2float(__ushort_as_half(bits)) * q[i];
}
