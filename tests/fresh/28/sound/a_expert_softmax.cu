// fpcheck: gate <<<2, 32>>> z=randn:8x8 p=empty:8x8 --ref 'p=softmax(z, 1)' --tol rtol=2e-3,atol=1e-6
// expect: ok
// why: four tokens share a warp, but each shuffle has the width of a token; half only holds the result
// figure: relative error about 5e-4 (rounding to half) of 2e-3 allowed; uniform scores: computed 0.125, exact 0.125
// Softmax over eight experts.
#include <cuda_fp16.h>

template <typename Op>
__device__ float group_reduce(float v, Op op)
{
    for (int o = 4; o > 0; o >>= 1)
        v = op(v, __shfl_xor_sync(0xffffffffu, v, o, 8));
    return v;
}

__global__ void gate(const __half *z, __half *p)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v = __half2float(z[i]);
    float top = group_reduce(v, [](float a, float b) { return fmaxf(a, b); });
    float e = __expf(v - top);
    float sum = group_reduce(e, [](float a, float b) { return a + b; });
    p[i] = __float2half_rn(__fdividef(e, sum));
}
