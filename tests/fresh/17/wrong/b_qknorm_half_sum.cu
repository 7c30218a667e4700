// fpcheck: qk_norm <<<1, 4>>> x=uniform(0.2,0.3):4x8192 w=uniform(0.5,1.5):8192 y=empty:4x8192 rows=4 D=8192 eps=1e-6
// expect: error accumulator too narrow at line 16
// why: the sum of squares is a half: at 256 its spacing is 0.25 and squares of 0.04 to 0.09 no longer change it
// figure: computed 1.78711, MPFR 1.25449 (sum of squares 256 against 519.32)
#include <cuda_fp16.h>

// RMS norm of queries and keys, a thread a row (decode, few rows)
__global__ void qk_norm(const __half *x, const __half *w, __half *y, int rows, int D, float eps)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows)
        return;
    const __half *r = x + (size_t)row * D;
    __half acc = __float2half(0.0f);
    for (int i = 0; i < D; i++)
        acc = __hfma(r[i], r[i], acc);
    float ms = __half2float(acc) / (float)D;
    float inv = rsqrtf(ms + eps);
    for (int i = 0; i < D; i++)
        y[(size_t)row * D + i] = __float2half(__half2float(r[i]) * inv * __half2float(w[i]));
}
