// fpcheck: pack_precip <<<2, 32>>> rain=@b_hpack_rain.npy packed=empty:64 n=64 --ref out=@b_hpack_rain.npy --tol rtol=1e-3,atol=6e-8
// fpcheck+ unpack_precip <<<2, 32>>> packed=packed out=empty:64 n=64
// expect: error mismatch at line 17
// why: the float is made a half by hand, without a branch for results below 2^-14: their exponent goes negative and runs into the sign bit; rain rates of 1e-5 kg m^-2 s^-1 come back negative or as infinity
// figure: out[0] computed nan, MPFR 2.39167075e-05
#include <cuda_fp16.h>

__device__ unsigned short to_half_bits(float v)
{
    unsigned b = __float_as_uint(v);
    unsigned sign = (b >> 16) & 0x8000u;
    int exponent = (int)((b >> 23) & 0xffu) - 127 + 15;
    unsigned mantissa = (b & 0x7fffffu) >> 13;
    unsigned up = (b >> 12) & 1u;
    if ((b & 0x7fffffffu) == 0) return (unsigned short)sign;
    if (exponent >= 31) return (unsigned short)(sign | 0x7c00u);
    return (unsigned short)(sign | (((unsigned)exponent << 10) + mantissa + up));
}

__global__ void pack_precip(const float *rain, unsigned short *packed, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) packed[i] = to_half_bits(rain[i]);
}

__global__ void unpack_precip(const unsigned short *packed, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = __half2float(__ushort_as_half(packed[i]));
}
