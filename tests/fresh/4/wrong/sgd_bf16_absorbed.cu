// fpcheck: sgd <<<1, 32>>> w0=[1.0,2.0,-1.5,4.0,0.5,-3.0] g=[0.1,0.2,-0.3,0.4,0.05,-0.3] w=empty:6 n=6 steps=100 ref=w=w0-1.0*g --tol rtol=0.01,atol=0
// expect: error absorbed at line 13: lr*g is below half a step of the bf16 weight, a hundred updates change nothing
#include <cuda_runtime.h>
#include <cuda_bf16.h>

__global__ void sgd(const float* w0, const float* g, float* w, int n, int steps)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    __nv_bfloat16 p = __float2bfloat16_rn(w0[i]);
    for (int s = 0; s < steps; ++s)
        p = __float2bfloat16_rn(__bfloat162float(p) - 0.01f * g[i]);
    w[i] = __bfloat162float(p);
}
