// fpcheck: to_half_grads <<<1, 32>>> g=[1.2e-6,3e-8,-2.2e-8,5e-9,1e-7,-4e-7,2.9e-8,8e-8] h=empty:8 n=8
// fpcheck+ apply <<<1, 32>>> h=h w=[0,0,0,0,0,0,0,0] out=empty:8 n=8 lr=100.0 ref=out=-100.0*g --tol rtol=0.01,atol=0
// expect: error underflow at line 11: gradients near 3e-8 are half a subnormal of binary16, no loss scale
#include <cuda_runtime.h>
#include <cuda_fp16.h>

__global__ void to_half_grads(const float* g, __half* h, int n)
{
    int i = threadIdx.x;
    if (i < n)
        h[i] = __float2half_rn(g[i]);
}

__global__ void apply(const __half* h, const float* w, float* out, int n, float lr)
{
    int i = threadIdx.x;
    if (i < n)
        out[i] = w[i] - lr * __half2float(h[i]);
}
