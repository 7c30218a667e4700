// fpcheck: nearest_atom<<<1, 32>>> x=[2.0, 1.00001, 1.0, 3.0, 1.5, 1.0, 4.0, 1.75] y=zeros:8 best=empty:1 n=8 ref=best=argmax(-(x*x+y*y)) --tol bitwise
// expect: ok
// why: the key is made of the bits of a float, but squared distances are not negative and all 32 bits are kept above the index, so equal ones give the smaller index
// figure: computed best = 2 (of the equal atoms 2 and 5), exact 2
#include <cuda_runtime.h>

__device__ unsigned long long key_of(float d2, int index)
{
    return (unsigned long long)__float_as_uint(d2) << 32 | (unsigned)index;
}

__global__ void nearest_atom(const float *x, const float *y, int *best, int n)
{
    __shared__ unsigned long long least;
    int i = threadIdx.x;
    if (i == 0)
        least = ~0ull;
    __syncthreads();
    if (i < n)
        atomicMin(&least, key_of(x[i] * x[i] + y[i] * y[i], i));
    __syncthreads();
    if (i == 0)
        best[0] = (int)(unsigned)least;
}
