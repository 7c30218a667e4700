// fpcheck: pack_half <<<1, 32>>> x=[1.0,0.5,3.0e-5,6.0e-6,-2.0e-5,100.0,-1.5,0.0009765625] h=empty:8 n=8
// fpcheck+ unpack_half <<<1, 32>>> h=h y=empty:8 n=8 ref=y=x --tol rtol=1e-3,atol=1e-7
// expect: error mismatch with reference at line 14: no subnormal branch, an exponent below -14 goes negative and runs into the sign
#include <cuda_runtime.h>
#include <cuda_fp16.h>

// IEEE half without the intrinsic, truncating.
__device__ unsigned short to_half_bits(float f)
{
    unsigned u = __float_as_uint(f);
    unsigned sign = (u >> 16) & 0x8000u;
    int e = (int)((u >> 23) & 0xffu) - 127 + 15;
    unsigned m = (u >> 13) & 0x3ffu;
    return (unsigned short)(sign | ((unsigned)(e << 10) & 0x7c00u) | m);
}

__global__ void pack_half(const float* x, unsigned short* h, int n)
{
    int i = threadIdx.x;
    if (i < n)
        h[i] = to_half_bits(x[i]);
}

__global__ void unpack_half(const unsigned short* h, float* y, int n)
{
    int i = threadIdx.x;
    if (i < n)
        y[i] = __half2float(__ushort_as_half(h[i]));
}
