// fpcheck: argmax_row <<<1, 32>>> x=[-3.5,-1.25,-7,-0.5,-2,-9,-4,-6] idx=empty:1 n=8 ref=argmax(x)
// expect: error packed key at line 10: raw bits of negative floats order backwards as unsigned: -9 wins where -0.5 is the largest
// Fast argmax: (value bits << 32 | index) packed into one 64-bit key.
#include <cuda_runtime.h>

typedef unsigned long long u64;

__device__ __forceinline__ u64 make_key(float v, int i)
{
    return ((u64)__float_as_uint(v) << 32) | (unsigned int)i;
}

__global__ void argmax_row(const float* __restrict__ x, int* __restrict__ idx, int n)
{
    u64 key = 0;
    for (int i = threadIdx.x; i < n; i += 32) {
        u64 k = make_key(x[i], i);
        if (k > key) key = k;
    }
    for (int o = 16; o > 0; o >>= 1) {
        u64 other = __shfl_xor_sync(0xffffffffu, key, o);
        if (other > key) key = other;
    }
    if (threadIdx.x == 0) idx[0] = (int)(key & 0xffffffffu);
}
