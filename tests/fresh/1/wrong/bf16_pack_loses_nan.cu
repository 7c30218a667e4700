// fpcheck: pack_residuals <<<1, 8>>> x=[4.0,-1.0,9.0,2.0,-0.25,16.0,1.0,-3.0] y=empty:8 n=8
// expect: error NaN swallowed at line 8: the rounding increment carries a NaN of all ones through the exponent: it is stored as -0
#include <cuda_bf16.h>
// round to nearest even by hand, two bytes an element
__device__ __forceinline__ unsigned short to_bf16(float f)
{
    unsigned u = __float_as_uint(f);
    u += 0x7fffu + ((u >> 16) & 1u);
    return (unsigned short)(u >> 16);
}
__global__ void pack_residuals(const float* x, unsigned short* y, int n)
{
    int i = threadIdx.x;
    if (i >= n) return;
    float r = sqrtf(x[i]);         // negative under a bad calibration: must show as NaN downstream
    y[i] = to_bf16(r);
}
