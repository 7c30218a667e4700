// fpcheck: dot_scaled <<<4, 32>>> a=uniform(-1,1):4x128:e4m3fn b=uniform(-1,1):4x128:e4m3fn scale_a=uniform(0.5,2):4x4 scale_b=uniform(0.5,2):4x4 dot=empty:4 c=128
// expect: ok
// why: fp8 inputs look coarse, but they are what is given: each is widened exactly through binary16, products of two e4m3 are exact in binary32, and the scales of 32 elements are applied once a block in binary32
// figure: (random rows) each dot of 128 is within about 3e-7 times the sum of magnitudes, against 1e-5
#include <cuda_fp8.h>
#include <cuda_runtime.h>

constexpr int GROUP = 32;

__device__ float warp_sum(float v)
{
    for (int d = 16; d; d >>= 1)
        v += __shfl_xor_sync(0xffffffffu, v, d);
    return v;
}

__device__ float widen(__nv_fp8_e4m3 code)
{
    return (float)code;
}

// One warp a pair of rows, one group of 32 elements after another.
__global__ void dot_scaled(const __nv_fp8_e4m3 *a, const __nv_fp8_e4m3 *b, const float *scale_a, const float *scale_b, float *dot,
                           int c)
{
    int lane = threadIdx.x;
    int groups = c / GROUP;
    float total = 0.0f;
    for (int g = 0; g < groups; g++) {
        int at = blockIdx.x * c + g * GROUP + lane;
        float product = widen(a[at]) * widen(b[at]);
        float sum = warp_sum(product);
        float scale = scale_a[blockIdx.x * groups + g] * scale_b[blockIdx.x * groups + g];
        total = fmaf(sum, scale, total);
    }
    if (lane == 0)
        dot[blockIdx.x] = total;
}
