// fpcheck: store_half <<<1, 32>>> texel=[1.0,0.333,1.9998,-3.9999,100.3,7.9995,-0.062499,65000.0] out=empty:8 n=8 want=[1.0,0.3330078125,2.0,-4.0,100.3125,8.0,-0.0625,64992.0] ref=out=want --tol rtol=1e-3,atol=1e-6
// expect: error rounding at line 17
// why: float to half by hand: the carry of the rounded mantissa is masked away instead of going into the exponent, so 1.9998 becomes 1.0
// figure: computed out[2] = 1.0, MPFR 2.0
#include <cuda_fp16.h>
// Texels to binary16 without the conversion instruction (shared with a CPU path that has none).
__device__ unsigned short half_bits(float v)
{
    unsigned u = __float_as_uint(v);
    unsigned sign = (u >> 16) & 0x8000u;
    int exponent = (int)((u >> 23) & 0xffu) - 127 + 15;
    unsigned mantissa = u & 0x7fffffu;
    if (exponent <= 0)
        return (unsigned short)sign; // flush what is subnormal
    if (exponent >= 31)
        return (unsigned short)(sign | 0x7c00u);
    mantissa = (mantissa + 0x1000u) & 0x7fffffu;
    return (unsigned short)(sign | (unsigned)exponent << 10 | mantissa >> 13);
}

__global__ void store_half(const float *texel, __half *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = __ushort_as_half(half_bits(texel[i]));
}
