// fpcheck: swiglu <<<4, 32>>> x=@b_swiglu_overflowing_exp_x.npy g=@b_swiglu_overflowing_exp_g.npy y=empty:4x32 n=32 --ref y=@b_swiglu_overflowing_exp_ref_y.npy --tol rtol=1e-5,atol=1e-6
// expect: ok
// why: an infinity is made (exp(120)) and a division hides it, but the quotient 0 is the right limit: silu(-120) is -9e-51
// figure: y[122] computed 4.95079708, exact 4.9507967 (error 3.8e-07, 0.0076 of the tolerance; worst of 128)
#include <cuda_runtime.h>
// SwiGLU: silu(x) g with silu(x) = x / (1 + exp(-x)). For x below -88 the exponential is inf and x / inf = -0, the right limit.
__device__ float silu(float x)
{
    return x / (1.0f + expf(-x));
}
__global__ void swiglu(const float* __restrict__ x, const float* __restrict__ g, float* y, int n)
{
    const int i = blockIdx.x * n + threadIdx.x;
    if (threadIdx.x < n) y[i] = silu(x[i]) * g[i];
}
