// fpcheck: rmsnorm <<<1, 32>>> x=const(1):2x2048 y=empty:2x2048 n=2048 rows=2 eps=1e-6
// expect: error accumulator too narrow at line 17
// why: squares are added up in bfloat16, where a sum of ones stands still at 256
// figure: computed y[0] = 2, MPFR 0.9999995 (1 as bfloat16)
#include <cuda_bf16.h>

__global__ void rmsnorm(const __nv_bfloat16 *x, __nv_bfloat16 *y, int n, int rows, float eps)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows)
        return;
    const __nv_bfloat162 *in = reinterpret_cast<const __nv_bfloat162 *>(x + (size_t)row * n);
    __nv_bfloat162 *out = reinterpret_cast<__nv_bfloat162 *>(y + (size_t)row * n);
    __nv_bfloat162 sum2 = __floats2bfloat162_rn(0.0f, 0.0f);
    for (int i = 0; i < n / 2; i++) {
        __nv_bfloat162 v = in[i];
        sum2 = __hfma2(v, v, sum2);
    }
    float sum = __low2float(sum2) + __high2float(sum2);
    float r = rsqrtf(sum / (float)n + eps);
    for (int i = 0; i < n / 2; i++) {
        float2 v = __bfloat1622float2(in[i]);
        out[i] = __floats2bfloat162_rn(v.x * r, v.y * r);
    }
}
