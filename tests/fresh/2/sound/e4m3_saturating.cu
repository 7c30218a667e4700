// fpcheck: fake_quant_e4m3 <<<1, 32>>> x=[1,1.97,3.9,0.49,7.8,-15.6,1.25,120,500,-0.0131] y=empty:10 n=10
// expect: ok
// Fake quantisation to fp8 e4m3: add-with-carry rounding, saturation at 448,
// subnormals by a scaled integer conversion.
#include <cuda_runtime.h>

__device__ __forceinline__ float quant_e4m3(float v)
{
    float a = fminf(fabsf(v), 448.0f);
    float q;
    if (a < 0.015625f) {                       // below 2^-6: step 2^-9
        q = rintf(a * 512.0f) * 0.001953125f;
    } else {
        unsigned int u = __float_as_uint(a);
        u += 0x7ffffu + ((u >> 20) & 1u);      // nearest even on 3 mantissa bits
        u &= 0xfff00000u;
        q = fminf(__uint_as_float(u), 448.0f);
    }
    return copysignf(q, v);
}

__global__ void fake_quant_e4m3(const float* __restrict__ x, float* __restrict__ y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = quant_e4m3(x[i]);
}
