// fpcheck: momentum_x<<<1, 32>>> m=uniform(1,2):32 v=uniform(0.25,0.75):32 p=empty:1 n=32 ref=p=sum(m*v) --tol rtol=1e-3,atol=0
// expect: error cast before scale at line 11
// why: the product is truncated to an integer before it is scaled by 2^16, so every fraction of the momenta is lost
// figure: computed p = 7, MPFR 24.1486278
#include <cuda_runtime.h>

typedef long long fixed; // Q47.16

__device__ fixed to_fixed(float x)
{
    return (fixed)x * 65536;
}

__device__ float to_float(fixed x)
{
    return (float)((double)x * (1.0 / 65536.0));
}

__global__ void momentum_x(const float *m, const float *v, float *p, int n)
{
    __shared__ unsigned long long sum;
    int i = threadIdx.x;
    if (i == 0)
        sum = 0;
    __syncthreads();
    if (i < n)
        atomicAdd(&sum, (unsigned long long)to_fixed(m[i] * v[i]));
    __syncthreads();
    if (i == 0)
        p[0] = to_float((fixed)sum);
}
