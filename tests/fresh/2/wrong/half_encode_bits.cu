// fpcheck: encode_half <<<1, 32>>> x=[1,0.5,-2,1e-6,3e-5,-1e-5,0.1,6e-8] h=empty:8 n=8 ref=x --tol rtol=1e-3,atol=1e-7
// expect: error half by hand at line 13: the rebiased exponent of a half subnormal is negative and borrows into the sign bit
// Branch-free float -> half conversion ("much faster than the intrinsic on old parts").
#include <cuda_runtime.h>
#include <cuda_fp16.h>

__device__ __forceinline__ unsigned short float_to_half_bits(float f)
{
    unsigned int u = __float_as_uint(f);
    unsigned int sign = (u >> 16) & 0x8000u;
    int exponent = (int)((u >> 23) & 0xff) - 112;
    unsigned int mantissa = (u >> 13) & 0x3ffu;
    return (unsigned short)(sign | ((exponent << 10) + mantissa));
}

__global__ void encode_half(const float* __restrict__ x, __half* __restrict__ h, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) h[i] = __ushort_as_half(float_to_half_bits(x[i]));
}
