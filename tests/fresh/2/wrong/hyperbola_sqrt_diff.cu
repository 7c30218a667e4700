// fpcheck: hyperbolic_z <<<1, 32>>> x=[1.1,2.3,0.7,3.7,0.3,5.9,1.7,0.9] y=[1.1,2.3,0.7,3.7,0.3,5.9,1.7,0.9] z=empty:8 n=8
// expect: error contraction at line 12: fma(x, x, -(y*y)) of equal x and y is a rounding error and may be negative: sqrtf gives NaN, the exact value is 0
// z = sqrt(x^2 - y^2): distance along a hyperbola's transverse axis.
// Precondition |x| >= |y| is guaranteed by the caller.
#include <cuda_runtime.h>

__global__ void hyperbolic_z(const float* __restrict__ x, const float* __restrict__ y,
                             float* __restrict__ z, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        z[i] = sqrtf(x[i] * x[i] - y[i] * y[i]);
    }
}
