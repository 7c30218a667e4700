// fpcheck: to_bf16 <<<1, 64>>> x=uniform(-8,8):64 y=empty:64 n=64 ref=x --tol rtol=4e-3
// expect: ok
// float -> bfloat16, round to nearest even through integers, NaN kept quiet.
#include <cuda_runtime.h>
#include <cuda_bf16.h>

__device__ __forceinline__ unsigned short bf16_bits(float f)
{
    unsigned int u = __float_as_uint(f);
    if ((u & 0x7fffffffu) > 0x7f800000u) return (unsigned short)((u >> 16) | 0x40u);
    return (unsigned short)((u + 0x7fffu + ((u >> 16) & 1u)) >> 16);
}

__global__ void to_bf16(const float* __restrict__ x, __nv_bfloat16* __restrict__ y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = __ushort_as_bfloat16(bf16_bits(x[i]));
}
