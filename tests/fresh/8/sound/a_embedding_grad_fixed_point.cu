// fpcheck: embedding_grad<<<4, 32>>> ids=[3,1,3,0] grad=uniform(-1,1):4x32 sums=inout:zeros:5x32
// fpcheck+ to_float<<<1, 160>>> table=empty:5x32
// expect: ok
// why: the atomics come in any order, but add integers (2^-40 units), so that the gradient does not depend on it; negative numbers are added modulo 2^64
// figure: table row 3 is the sum of two gradients to 1e-12 and one rounding to float: relative error at most 6e-8; row 2 and 4 are 0
#include <cuda_runtime.h>

__global__ void embedding_grad(const int *ids, const float *grad, unsigned long long *sums)
{
    int d = threadIdx.x;
    long long fixed = __double2ll_rn((double)grad[blockIdx.x * 32 + d] * 1099511627776.0);
    atomicAdd(&sums[ids[blockIdx.x] * 32 + d], (unsigned long long)fixed);
}

__global__ void to_float(const unsigned long long *sums, float *table)
{
    table[threadIdx.x] = (float)((double)(long long)sums[threadIdx.x] * 9.094947017729282e-13);
}
