// fpcheck: coulomb_ratio <<<1, 32>>> q=[1e38,5e37,2e38,3e38] r=[2e38,1e38,2.5e38,1.5e38] e=empty:4 n=4 ref=q/r --tol rtol=1e-5
// expect: error fast-math intrinsic outside its range at line 11: __fdividef(x, y) is 0 for 2^126 < y < 2^128
// Ratio of partition sums; __fdividef saves a reciprocal refinement.
#include <cuda_runtime.h>

__global__ void coulomb_ratio(const float* __restrict__ q, const float* __restrict__ r,
                              float* __restrict__ e, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        e[i] = __fdividef(q[i], r[i]);
}
