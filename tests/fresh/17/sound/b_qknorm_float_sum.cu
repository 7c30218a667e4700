// fpcheck: qk_norm <<<1, 4>>> x=uniform(0.2,0.3):4x8192 w=uniform(0.5,1.5):8192 y=empty:4x8192 rows=4 D=8192 eps=1e-6
// expect: ok
// why: halves come in and go out, but the squares are summed in float over 8192 elements, a relative error near 1e-6 in y before its rounding to half
// figure: computed 1.25488, MPFR 1.25448665: within half an ulp of half (2^-11 relative)
#include <cuda_fp16.h>

// RMS norm of queries and keys, a thread a row (decode, few rows)
__global__ void qk_norm(const __half *x, const __half *w, __half *y, int rows, int D, float eps)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows)
        return;
    const __half *r = x + (size_t)row * D;
    float acc = 0.0f;
    for (int i = 0; i < D; i++)
        acc = fmaf(__half2float(r[i]), __half2float(r[i]), acc);
    float ms = acc / (float)D;
    float inv = rsqrtf(ms + eps);
    for (int i = 0; i < D; i++)
        y[(size_t)row * D + i] = __float2half(__half2float(r[i]) * inv * __half2float(w[i]));
}
