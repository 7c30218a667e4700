// fpcheck: integrate <<<1, 32>>> x=[1.0,2.0,0.5,-3.0,8.0,0.25,1.5,-1.0] y=empty:8 n=8 ref=y=x --tol rtol=2e-3,atol=0
// expect: error mismatch with reference at line 12: 0.01f added a hundred times stays under 1, the loop runs 101 times
#include <cuda_runtime.h>

// box filter over one second of a held sample: the integral of x over [0, 1) is x
__global__ void integrate(const float* x, float* y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float sum = 0.0f;
    for (float t = 0.0f; t < 1.0f; t += 0.01f)
        sum += x[i] * 0.01f;
    y[i] = sum;
}
