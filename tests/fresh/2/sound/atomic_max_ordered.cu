// fpcheck: atomic_max_float <<<4, 64>>> x=uniform(-5,-1):256 key=inout:zeros:1:u32 n=256
// fpcheck+ decode_max <<<1, 1>>> out=empty:1
// expect: ok
// atomicMax for floats of any sign: order-preserving map to unsigned.
#include <cuda_runtime.h>

__device__ __forceinline__ unsigned int to_ordered(float f)
{
    unsigned int u = __float_as_uint(f);
    return (u & 0x80000000u) ? ~u : (u | 0x80000000u);
}

__device__ __forceinline__ float from_ordered(unsigned int k)
{
    return __uint_as_float((k & 0x80000000u) ? (k & 0x7fffffffu) : ~k);
}

__global__ void atomic_max_float(const float* __restrict__ x, unsigned int* key, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicMax(key, to_ordered(x[i]));
}

__global__ void decode_max(const unsigned int* key, float* out)
{
    out[0] = from_ordered(key[0]);
}
