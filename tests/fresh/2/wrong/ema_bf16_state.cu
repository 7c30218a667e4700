// fpcheck: ema_update <<<1, 32>>> w=[1,2,0.5,4] x=[1.5,3,0.75,6] out=empty:4 steps=2000 n=4 ref=x+(w-x)*exp(2000*log(0.999)) --tol rtol=2e-2
// expect: error absorbed at line 16: the update of 0.001*(x - w) is below half an ulp of a bfloat16 near 1 and rounds back to the old value
// Exponential moving average of weights (EMA decay 0.999), state in bf16.
#include <cuda_runtime.h>
#include <cuda_bf16.h>

__global__ void ema_update(const float* __restrict__ w, const float* __restrict__ x,
                           float* __restrict__ out, int steps, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    __nv_bfloat16 state = __float2bfloat16(w[i]);
    float target = x[i];
    for (int s = 0; s < steps; ++s) {
        float f = __bfloat162float(state);
        state = __float2bfloat16(f + 0.001f * (target - f));
    }
    out[i] = __bfloat162float(state);
}
