// fpcheck: layernorm <<<2, 32>>> x=uniform(5,6):2x512 y=empty:2x512 n=512
// expect: ok
// why: bfloat16 in and out (spacing 0.03 at 5), but the sums are floats, and the squares are of deviations from the mean, in a second pass
// figure: computed y: within half an ulp of bfloat16 (0.004 at 1) of MPFR
#include <cuda_bf16.h>

__device__ float warp_sum(float v)
{
    for (int o = 16; o > 0; o /= 2)
        v += __shfl_xor_sync(0xffffffffu, v, o);
    return v;
}

__global__ void layernorm(const __nv_bfloat16 *x, __nv_bfloat16 *y, int n)
{
    const __nv_bfloat16 *row = x + blockIdx.x * n;
    int lane = threadIdx.x;
    float sum = 0.0f;
    for (int j = lane; j < n; j += 32)
        sum += __bfloat162float(row[j]);
    float mean = warp_sum(sum) / (float)n;
    float squares = 0.0f;
    for (int j = lane; j < n; j += 32) {
        float d = __bfloat162float(row[j]) - mean;
        squares += d * d;
    }
    float r = rsqrtf(warp_sum(squares) / (float)n + 1e-5f);
    for (int j = lane; j < n; j += 32)
        y[blockIdx.x * n + j] = __float2bfloat16((__bfloat162float(row[j]) - mean) * r);
}
