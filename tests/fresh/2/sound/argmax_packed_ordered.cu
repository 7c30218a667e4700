// fpcheck: argmax_packed <<<1, 64>>> x=uniform(-3,3):100 idx=empty:1 n=100
// expect: ok
// Argmax by a packed 64-bit key: order-preserving value bits above the
// complemented index, so that the smallest index wins among equal values.
#include <cuda_runtime.h>

typedef unsigned long long u64;

__device__ __forceinline__ u64 make_key(float f, unsigned int i)
{
    unsigned int u = __float_as_uint(f);
    u = (u & 0x80000000u) ? ~u : (u | 0x80000000u);
    return ((u64)u << 32) | (0xffffffffu - i);
}

__global__ void argmax_packed(const float* __restrict__ x, int* __restrict__ idx, int n)
{
    __shared__ u64 best;
    if (threadIdx.x == 0) best = 0;
    __syncthreads();
    u64 k = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        u64 c = make_key(x[i], (unsigned int)i);
        k = c > k ? c : k;
    }
    atomicMax(&best, k);
    __syncthreads();
    if (threadIdx.x == 0) idx[0] = (int)(0xffffffffu - (unsigned int)(best & 0xffffffffu));
}
