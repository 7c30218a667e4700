// fpcheck: grad_unscale_half <<<4, 64>>> n=256 g=uniform(0.5,1):256 inv_scale=1.52587890625e-5 lr=0.1 step=empty:256 ref=step=0.1*sqrt(g*1.52587890625e-5*1.52587890625e-5) --tol rtol=1e-2,atol=0
// expect: error underflow at line 13: the half is unscaled twice in half precision, 2^-32 is below its smallest subnormal
// Optimizer step on gradients that were scaled once by the loss and once by the accumulation; half storage, float step.
#include <cuda_fp16.h>

__global__ void grad_unscale_half(const float* g, float* step, int n, float inv_scale, float lr)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    __half s = __float2half_rn(inv_scale);
    __half v = __float2half_rn(g[i]);
    v = __hmul(v, s);
    v = __hmul(v, s);
    step[i] = lr * sqrtf(__half2float(v));
}
