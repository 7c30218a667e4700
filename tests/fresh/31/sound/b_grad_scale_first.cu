// fpcheck: scaled <<<1, 32>>> grad=[1e-8, -2e-8, 3e-8, 1.1e-7, 2.5e-5, -4e-8, 100, -1000] out=empty:8 overflow=inout:zeros:1 scale=8192 n=8
// expect: ok
// why: tiny gradients meet half precision, but are multiplied by the loss scale in float before the cast; what overflows is clamped to 65504 and counted
// figure: computed out[0] = 8.18968e-05, MPFR 8.192e-05: half an ulp of half; out[6] = 65504, counted
#include <cuda_fp16.h>

__global__ void scaled(const float *grad, __half *out, int *overflow, float scale, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float g = grad[i] * scale;
    if (fabsf(g) > 65504.0f) {
        atomicAdd(overflow, 1);
        g = copysignf(65504.0f, g);
    }
    out[i] = __float2half_rn(g);
}
