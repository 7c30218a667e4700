// fpcheck: nearest_atom<<<1, 32>>> x=[2.0, 1.00001, 1.0, 3.0, 1.5, 2.5, 4.0, 1.75] y=zeros:8 best=empty:1 n=8 ref=best=argmax(-(x*x+y*y)) --tol bitwise
// expect: error key loses bits at line 9
// why: the index takes the low 8 bits of the squared distance; 1.00002 and 1 have one key then, and the smaller index wins
// figure: computed best = 1 (keys 0x3f800000 and 0x3f800000 before the index), exact 2
#include <cuda_runtime.h>

__device__ unsigned key_of(float d2, int index)
{
    return (__float_as_uint(d2) & 0xffffff00u) | (unsigned)index;
}

// The atom nearest to the origin, of at most 256; squared distances are not negative, so their bits order like integers.
__global__ void nearest_atom(const float *x, const float *y, int *best, int n)
{
    __shared__ unsigned least;
    int i = threadIdx.x;
    if (i == 0)
        least = 0xffffffffu;
    __syncthreads();
    if (i < n)
        atomicMin(&least, key_of(x[i] * x[i] + y[i] * y[i], i));
    __syncthreads();
    if (i == 0)
        best[0] = (int)(least & 0xffu);
}
