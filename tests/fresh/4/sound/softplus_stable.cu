// fpcheck: softplus <<<1, 32>>> x=[-20.0,-18.0,-25.0,40.0,0.0,-17.0,30.0,1.0] y=empty:8 n=8 ref=y=log1p(exp(x)) --tol rtol=1e-5,atol=0
// expect: ok
#include <cuda_runtime.h>

__global__ void softplus(const float* x, float* y, int n)
{
    int i = threadIdx.x;
    if (i < n)
        y[i] = fmaxf(x[i], 0.0f) + log1pf(expf(-fabsf(x[i])));
}
