// fpcheck: pack_scales <<<1, 32>>> s=[0.5,0.0001,0.00003,0.25,0.00002,0.00001,2,0.0000305] packed=empty:4:u32 pairs=4
// fpcheck+ dequantise <<<1, 32>>> q=[100,100,100,100,100,100,100,100] y=empty:8 n=8 ref=y=s*100 --tol rtol=2e-3,atol=1e-5
// expect: ok
// why: two halves in one word taken apart by shifts, some of them subnormal; the conversions are CUDA's own and round to nearest, to the spacing of half's subnormals
// figure: computed y[5] = 0.00100135803, MPFR 0.001; half's subnormals are 2^-24 apart, error 1e-06 of at most 3e-6
// Quantised inference: block scales as pairs of half in one word.
#include <cuda_fp16.h>

__device__ unsigned half_bits(float f)
{
    return (unsigned)__half_as_ushort(__float2half_rn(f));
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
