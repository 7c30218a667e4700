// fpcheck: rms_norm <<<2, 32>>> x=uniform(48,72):2x128:f16 y=empty:2x128:f16 cols=128 eps=1e-6
// expect: error overflow hidden by rsqrt at line 10
// why: the squares are summed in half: beyond 65504 the sum is infinite, its rsqrt is 0, and the rows come out as zeros
// figure: computed y = 0 (the sum of squares, about 4.6e5, is infinite in half), MPFR about 0.8 to 1.2
#include <cuda_fp16.h>

__device__ inline __half warp_sum(__half v)
{
    for (int o = 16; o > 0; o >>= 1)
        v = __hadd(v, __shfl_xor_sync(0xffffffffu, v, o));
    return v;
}

__global__ void rms_norm(const __half *x, __half *y, int cols, float eps)
{
    const __half *row = x + blockIdx.x * cols;
    __half squares = __float2half(0.0f);
    for (int c = threadIdx.x; c < cols; c += 32)
        squares = __hfma(row[c], row[c], squares);
    squares = warp_sum(squares);
    float scale = rsqrtf(__half2float(squares) / cols + eps);
    for (int c = threadIdx.x; c < cols; c += 32)
        y[blockIdx.x * cols + c] = __float2half(__half2float(row[c]) * scale);
}
