// fpcheck: apply_updates <<<1, 32>>> weight=inout:[1.7265625,1.0546875,1.6171875,1.7578125,1.03125,1.6640625,1.65625,1.2421875] update=[0.000492095947,0.0001745224,0.000165939331,0.000398635864,0.00044631958,0.000120162964,0.000157356262,0.000455856323] steps=300 n=8 want=[1.8741912841796875,1.1070442199707031,1.6669692993164062,1.8774032592773438,1.1651458740234375,1.7001113891601562,1.7034568786621094,1.3789443969726562] ref=weight=want --tol rtol=8e-3,atol=0
// expect: ok
// why: updates below half an ulp of a bfloat16 weight, but a Kahan correction in bfloat16 carries what each addition loses
// figure: largest error 2.81e-03 of 8e-3 (half an ulp is 3.9e-3); without the correction nothing would move
#include <cuda_bf16.h>

__device__ __nv_bfloat16 add(__nv_bfloat16 a, __nv_bfloat16 b)
{
    return __float2bfloat16_rn(__bfloat162float(a) + __bfloat162float(b));
}

__device__ __nv_bfloat16 sub(__nv_bfloat16 a, __nv_bfloat16 b)
{
    return __float2bfloat16_rn(__bfloat162float(a) - __bfloat162float(b));
}

// Many small steps of an optimiser on weights that are kept in bfloat16.
__global__ void apply_updates(__nv_bfloat16 *weight, const __nv_bfloat16 *update, int steps, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    __nv_bfloat16 w = weight[i];
    __nv_bfloat16 lost = __float2bfloat16_rn(0.0f);
    for (int k = 0; k < steps; k++) {
        __nv_bfloat16 y = sub(update[i], lost);
        __nv_bfloat16 t = add(w, y);
        lost = sub(sub(t, w), y);
        w = t;
    }
    weight[i] = w;
}
