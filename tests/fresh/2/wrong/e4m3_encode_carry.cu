// fpcheck: quantize_e4m3 <<<1, 32>>> x=[1,1.97,3.9,0.49,7.8,-15.6,1.25,120] y=empty:8 n=8 ref=x --tol rtol=0.07
// expect: error fp8 by hand at line 14: the rounding carry out of the 3 mantissa bits is masked off: 1.97 becomes 1
// Fake-quantises activations to fp8 e4m3 (normal range) and dequantises them.
#include <cuda_runtime.h>

__device__ __forceinline__ unsigned char pack_e4m3(float v)
{
    unsigned int u = __float_as_uint(v);
    unsigned int s = (u >> 24) & 0x80u;
    int e = (int)((u >> 23) & 0xff) - 127 + 7;
    if (e <= 0) return (unsigned char)s;          // flush below the normal range
    unsigned int m = ((u & 0x7fffffu) + 0x80000u) >> 20;
    if (e > 15) { e = 15; m = 6; }
    return (unsigned char)(s | ((unsigned)e << 3) | (m & 7u));
}

__device__ __forceinline__ float unpack_e4m3(unsigned char q)
{
    unsigned int e = (q >> 3) & 15u;
    if (e == 0) return 0.0f;
    unsigned int u = ((unsigned)(q & 0x80u) << 24) | ((e + 120u) << 23) | ((unsigned)(q & 7u) << 20);
    return __uint_as_float(u);
}

__global__ void quantize_e4m3(const float* __restrict__ x, float* __restrict__ y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = unpack_e4m3(pack_e4m3(x[i]));
}
