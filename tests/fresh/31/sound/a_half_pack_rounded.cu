// fpcheck: pack_activations <<<1, 32>>> x=[1.5,-0.33333334,0.001953125,3.0e-5,-2.0e-6,65519.0,-0.0625,0.00012207031,0.1,-5.9e-8,2048.5,1.0004883] packed=empty:6:u32 pairs=6
// fpcheck+ unpack_activations <<<1, 32>>> back=empty:12 pairs=6 --ref back=x --tol rtol=1e-3,atol=6e-8
// expect: ok
// why: a hand-made conversion to half by bits: nearest-even by a carry that may run into the exponent (as it should), subnormals by adding 0.5 so that the float unit rounds them
// figure: back[4] computed -2.02655792e-06, MPFR -1.99999999e-06 (nearest half: spacing 6e-8)
// Activations between two stages of a pipeline, two halves in a word.
#include <cuda_fp16.h>

__device__ __forceinline__ unsigned half_bits(float f)
{
    unsigned u = __float_as_uint(f);
    unsigned sign = (u >> 16) & 0x8000u;
    u &= 0x7fffffffu;
    unsigned h;
    if (u >= 0x47800000u)                       // 65536 and above, inf and NaN
        h = u > 0x7f800000u ? 0x7e00u : 0x7c00u;
    else if (u < 0x38800000u)                   // below 2^-14: 0.5 has the spacing of half's subnormals
        h = __float_as_uint(__uint_as_float(u) + 0.5f) - 0x3f000000u;
    else                                        // rebase the exponent, half of the last place, odd ones a bit more
        h = (u - (112u << 23) + 0xfffu + ((u >> 13) & 1u)) >> 13;
    return sign | h;
}

__global__ void pack_activations(const float *x, unsigned *packed, int pairs)
{
    int i = threadIdx.x;
    if (i < pairs)
        packed[i] = half_bits(x[2 * i]) | half_bits(x[2 * i + 1]) << 16;
}

__global__ void unpack_activations(const unsigned *packed, float *back, int pairs)
{
    int i = threadIdx.x;
    if (i >= pairs)
        return;
    unsigned u = packed[i];
    back[2 * i] = __half2float(__ushort_as_half((unsigned short)(u & 0xffffu)));
    back[2 * i + 1] = __half2float(__ushort_as_half((unsigned short)(u >> 16)));
}
