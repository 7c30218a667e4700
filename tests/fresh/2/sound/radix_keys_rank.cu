// fpcheck: rank_sort <<<1, 64>>> x=uniform(-10,10):64 y=empty:64 n=64
// expect: ok
// Rank sort through order-preserving integer keys (stable, index breaks ties).
#include <cuda_runtime.h>

__device__ __forceinline__ unsigned int radix_key(float f)
{
    unsigned int u = __float_as_uint(f);
    unsigned int mask = (unsigned int)((int)u >> 31) | 0x80000000u;
    return u ^ mask;
}

__global__ void rank_sort(const float* __restrict__ x, float* __restrict__ y, int n)
{
    __shared__ unsigned int key[64];
    int i = threadIdx.x;
    float v = 0.0f;
    if (i < n) {
        v = x[i];
        key[i] = radix_key(v);
    }
    __syncthreads();
    if (i < n) {
        int rank = 0;
        for (int j = 0; j < n; ++j)
            rank += (key[j] < key[i]) || (key[j] == key[i] && j < i);
        y[rank] = v;
    }
}
