// fpcheck: layernorm <<<2, 32>>> x=uniform(5,6):2x2048 y=empty:2x2048 n=2048
// expect: error accumulator too narrow at line 25
// why: sums of 2048 squares near 30 are kept in half (spacing 32 at 60000), and the variance of 0.08 is then a difference of two numbers near 30 with spacing 0.016
// figure: computed variance 0.11713 and y[0] = -1.2099, MPFR 0.08252 and -1.4518 (own draw of the inputs)
#include <cuda_fp16.h>

__device__ __half warp_sum(__half v)
{
    for (int o = 16; o > 0; o /= 2)
        v = __hadd(v, __shfl_xor_sync(0xffffffffu, v, o));
    return v;
}

// LayerNorm without weights, one warp a row.
__global__ void layernorm(const __half *x, __half *y, int n)
{
    const __half *row = x + blockIdx.x * n;
    int lane = threadIdx.x;
    __half sum = __float2half(0.0f);
    for (int j = lane; j < n; j += 32)
        sum = __hadd(sum, row[j]);
    __half mean = __hdiv(warp_sum(sum), __float2half((float)n));
    __half squares = __float2half(0.0f);
    for (int j = lane; j < n; j += 32)
        squares = __hfma(row[j], row[j], squares);
    float m2 = __half2float(__hdiv(warp_sum(squares), __float2half((float)n)));
    float m = __half2float(mean);
    float r = rsqrtf(fmaxf(m2 - m * m, 1e-5f));
    for (int j = lane; j < n; j += 32)
        y[blockIdx.x * n + j] = __float2half((__half2float(row[j]) - m) * r);
}
