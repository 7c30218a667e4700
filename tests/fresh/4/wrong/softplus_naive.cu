// fpcheck: softplus <<<1, 32>>> x=[-20.0,-18.0,-25.0,100.0,0.0,-17.0,90.0,1.0] y=empty:8 n=8 ref=y=log1p(exp(x)) --tol rtol=1e-4,atol=0
// expect: error cancellation at line 9: log(1+exp(x)) is 0 for x below -17 and inf above 89
#include <cuda_runtime.h>

__global__ void softplus(const float* x, float* y, int n)
{
    int i = threadIdx.x;
    if (i < n)
        y[i] = logf(1.0f + expf(x[i]));
}
