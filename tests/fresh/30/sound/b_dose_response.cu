// fpcheck: dose_response <<<1, 32>>> x=[-110.0,-87.0,-20.0,-0.5,0.0,3.0,30.0,95.0,120.0] y=empty:9 top=1.0 n=9 want=[0.0,1.64581143e-38,2.06115362e-09,0.377540669,0.5,0.952574127,1.0,1.0,1.0] ref=y=want --tol rtol=1e-5,atol=1e-44
// expect: ok
// why: exp overflows to an infinity for -110, and 1 / (1 + inf) = 0 is the rounded value of 1.7e-48
// figure: y[1]: computed 1.64581159e-38, MPFR 1.64581143e-38; y[0]: computed 0, MPFR 1.7e-48
#include <cuda_runtime.h>

__device__ float logistic(float x)
{
    return 1.0f / (1.0f + expf(-x));
}

// Part of a population that responds, against the logarithm of the dose.
__global__ void dose_response(const float *x, float *y, float top, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = top * logistic(x[i]);
}
