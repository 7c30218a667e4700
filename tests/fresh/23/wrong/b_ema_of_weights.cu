// fpcheck: ema_of_weights<<<1, 32>>> w=const(1):32 ema=inout:const(0):32 steps=3000 n=32
// expect: error absorbed steps at line 16
// why: the running average is kept in bf16; once the increment is below half an ulp (at 0.25) it never moves again
// figure: computed ema[0] = 0.25, MPFR 0.950288
#include <cuda_bf16.h>

__global__ void ema_of_weights(const __nv_bfloat16 *w, __nv_bfloat16 *ema, int steps, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const float beta = 0.999f;
    __nv_bfloat16 e = ema[i];
    for (int s = 0; s < steps; s++) {
        float delta = __bfloat162float(w[i]) - __bfloat162float(e);
        e = __float2bfloat16(__bfloat162float(e) + (1.0f - beta) * delta);
    }
    ema[i] = e;
}
