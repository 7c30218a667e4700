// fpcheck: rms_norm <<<2, 32>>> x=uniform(48,72):2x128:f16 y=empty:2x128:f16 cols=128 eps=1e-6
// expect: ok
// why: the sum of squares of halves is beyond 65504, but it is taken in float; only the result is rounded to half
// figure: relative error at most 4.9e-4 (half an ulp of f16)
#include <cuda_fp16.h>

__device__ inline float warp_sum(float v)
{
    for (int o = 16; o > 0; o >>= 1)
        v += __shfl_xor_sync(0xffffffffu, v, o);
    return v;
}

__global__ void rms_norm(const __half *x, __half *y, int cols, float eps)
{
    const __half *row = x + blockIdx.x * cols;
    float squares = 0.0f;
    for (int c = threadIdx.x; c < cols; c += 32) {
        float v = __half2float(row[c]);
        squares += v * v;
    }
    squares = warp_sum(squares);
    float scale = rsqrtf(squares / cols + eps);
    for (int c = threadIdx.x; c < cols; c += 32)
        y[blockIdx.x * cols + c] = __float2half(__half2float(row[c]) * scale);
}
