// fpcheck: dot_product <<<1, 128>>> a=uniform(0,1):100 b=uniform(0,1):100 out=empty:1 n=100 ref=sum(a*b) --tol rtol=1e-5
// expect: error barrier at line 17: __syncthreads inside a branch that threads 100 to 127 do not take
// Dot product with a shared-memory tree.
#include <cuda_runtime.h>

#define THREADS 128

__global__ void dot_product(const float* __restrict__ a, const float* __restrict__ b,
                            float* __restrict__ out, int n)
{
    __shared__ float cache[THREADS];
    int tid = threadIdx.x;

    cache[tid] = 0.0f;
    if (tid < n) {
        cache[tid] = a[tid] * b[tid];
        __syncthreads();
    }

    for (int s = THREADS / 2; s > 0; s >>= 1) {
        if (tid < s)
            cache[tid] += cache[tid + s];
        __syncthreads();
    }
    if (tid == 0) out[0] = cache[0];
}
