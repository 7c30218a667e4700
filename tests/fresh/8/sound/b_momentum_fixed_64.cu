// fpcheck: total_momentum<<<2, 64>>> m=uniform(1,2):128 v=uniform(-3,3):128 sum=inout:zeros:1:u64 n=128
// expect: ok
// why: negative addends enter an unsigned counter by wrapping, which is exact modulo 2^64; 128 terms of at most 6 * 2^32 are far from the range, and integer atomics commute
// figure: each term is off by at most 2^-33 + half an ulp of the product; the wrapped sum is exact
#include <cuda_runtime.h>

__device__ long long to_fixed(float x)
{
    return __float2ll_rn(x * 4294967296.0f); // scaled by 2^32, which is exact, then rounded
}

__global__ void total_momentum(const float *m, const float *v, unsigned long long *sum, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float p = m[i] * v[i];
    atomicAdd(sum, (unsigned long long)to_fixed(p));
}

__global__ void read_momentum(const unsigned long long *sum, double *p)
{
    *p = (double)(long long)*sum * (1.0 / 4294967296.0);
}
