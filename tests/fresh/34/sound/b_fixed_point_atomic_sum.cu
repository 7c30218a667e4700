// fpcheck: accumulate <<<4, 128>>> x=@b_fixed_point_atomic_sum_x.npy acc=zeros:1:u64 n=512
// fpcheck+ finish <<<1, 1>>> acc=acc y=empty:1 --ref y=@b_fixed_point_atomic_sum_ref_y.npy --tol rtol=1e-6,atol=1e-4
// expect: ok
// why: negative numbers are cast to unsigned and their sum wraps modulo 2^64, as two's complement is meant to; the unit of 2^-24 is far below the tolerance
// figure: y[0] computed -3498.35449, exact -3498.35438 (error 0.00011, 0.031 of the tolerance; worst of 1)
#include <cuda_runtime.h>
// A sum that does not depend on the order: energies in units of 2^-24 as 64-bit integers (molecular dynamics).
__device__ unsigned long long to_fixed(float x)
{
    return (unsigned long long)(long long)rint((double)x * 16777216.0);
}
__global__ void accumulate(const float* __restrict__ x, unsigned long long* acc, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(acc, to_fixed(x[i]));   // negative terms wrap and come back
}
__global__ void finish(const unsigned long long* __restrict__ acc, float* y)
{
    y[0] = (float)((double)(long long)acc[0] * 5.9604644775390625e-8);
}
