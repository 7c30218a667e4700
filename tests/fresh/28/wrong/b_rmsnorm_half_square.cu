// fpcheck: rms_norm <<<R, 32>>> x=uniform(280,320):4x64:f16 w=ones:64:f16 y=empty:4x64:f16 C=64 R=4 eps=1e-6
// expect: error overflow at line 22
// why: squares of about 300 exceed 65504 and are infinite in half; rsqrt(inf) is 0 and the outputs are plain zeros
// figure: computed 0, MPFR about 1 (x/300) (every y)
#include <cuda_fp16.h>

__device__ float warp_sum(float x)
{
    for (int o = 16; o > 0; o >>= 1)
        x += __shfl_xor_sync(0xffffffffu, x, o);
    return x;
}

__global__ void rms_norm(const __half *x, const __half *w, __half *y, int C, int R, float eps)
{
    int row = blockIdx.x;
    const __half2 *in = reinterpret_cast<const __half2 *>(x + row * C);
    const __half2 *weight = reinterpret_cast<const __half2 *>(w);
    __half2 *out = reinterpret_cast<__half2 *>(y + row * C);
    float sum = 0.0f;
    for (int i = threadIdx.x; i < C / 2; i += 32) {
        __half2 square = __hmul2(in[i], in[i]);
        sum += __low2float(square) + __high2float(square);
    }
    sum = warp_sum(sum);
    float scale = rsqrtf(sum / (float)C + eps);
    for (int i = threadIdx.x; i < C / 2; i += 32) {
        float2 v = __half22float2(in[i]);
        float2 g = __half22float2(weight[i]);
        out[i] = __floats2half2_rn(v.x * scale * g.x, v.y * scale * g.y);
    }
}
