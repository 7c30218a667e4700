// fpcheck: gelu<<<1, 32>>> x=[-3, -1, -0.5, 0.25, 0.5, 1, 2, 4, 6, 9, 12, 15, 20, 30, 40, 60] y=empty:16 n=16
// expect: error NaN at line 10
// why: tanh as (e^2u - 1) / (e^2u + 1) is inf / inf for large inputs; the NaN is hidden by the clamp at the minimum of GELU, so that gelu(20) = -0.17
// figure: y[12] (x = 20): inf / inf = NaN, clamped to -0.17004076; MPFR 20
#include <cuda_runtime.h>

__device__ __forceinline__ float fast_tanh(float u)
{
    float e = __expf(2.0f * u);
    return __fdividef(e - 1.0f, e + 1.0f);
}

__global__ void gelu(const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float v = x[i];
    float u = 0.7978845608f * (v + 0.044715f * v * v * v);
    float g = 0.5f * v * (1.0f + fast_tanh(u));
    y[i] = fmaxf(g, -0.17004076f); // no GELU is below its minimum
}
