// fpcheck: ema_update <<<1, 32>>> grad=uniform(1.0,1.5):3000x32 ema=empty:32 steps=3000 n=32
// expect: error absorbed at line 13: 0.1 % of the difference is below half an ulp of bfloat16, the moving average stalls far from its value
#include <cuda_bf16.h>
__global__ void ema_update(const float* grad, float* ema, int steps, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const float beta = 0.999f;
    __nv_bfloat16 m = __float2bfloat16(0.0f);
    for (int s = 0; s < steps; ++s) {
        float g = grad[s * n + i];
        float f = beta * __bfloat162float(m) + (1.0f - beta) * g;
        m = __float2bfloat16(f);
    }
    ema[i] = __bfloat162float(m);
}
