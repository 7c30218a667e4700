// fpcheck: clip_gradients <<<1, 256>>> g=uniform(20000,60000):1024:f16 clipped=empty:1024:f32 norm=empty:1 n=1024 max_norm=1.0
// expect: ok
// why: the squares of such halves are far above what half holds, but they are scaled by the greatest first and added in float
// figure: norm[0] computed 1319627.12, MPFR 1319627.14
// Clips a gradient to a global norm: g *= min(1, max_norm / |g|), safe for any finite halves.
#include <cuda_fp16.h>

__device__ __forceinline__ __half2 max_across_warp(__half2 v)
{
    for (int off = 16; off > 0; off >>= 1)
        v = __hmax2(v, __shfl_xor_sync(0xffffffffu, v, off));
    return v;
}

__device__ __forceinline__ float sum_across_warp(float v)
{
    for (int off = 16; off > 0; off >>= 1)
        v += __shfl_xor_sync(0xffffffffu, v, off);
    return v;
}

__global__ void clip_gradients(const __half *g, float *clipped, float *norm, int n, float max_norm)
{
    __shared__ float greatest[8];
    __shared__ float part[8];
    const __half2 *pair = (const __half2 *)g;
    const int pairs = n / 2;
    const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;

    __half2 m = __float2half2_rn(0.0f);
    for (int i = threadIdx.x; i < pairs; i += blockDim.x)
        m = __hmax2(m, __habs2(pair[i]));
    m = max_across_warp(m);
    if (lane == 0)
        greatest[warp] = fmaxf(__low2float(m), __high2float(m));
    __syncthreads();
    float amax = greatest[0];
    for (int w = 1; w < 8; w++)
        amax = fmaxf(amax, greatest[w]);

    const float inverse = amax > 0.0f ? 1.0f / amax : 0.0f;
    float s = 0.0f;
    for (int i = threadIdx.x; i < pairs; i += blockDim.x) {
        float2 v = __half22float2(pair[i]);
        v.x *= inverse;
        v.y *= inverse;
        s += v.x * v.x + v.y * v.y;
    }
    s = sum_across_warp(s);
    if (lane == 0)
        part[warp] = s;
    __syncthreads();
    s = 0.0f;
    for (int w = 0; w < 8; w++)
        s += part[w];

    const float length = amax * sqrtf(s);
    const float factor = fminf(1.0f, max_norm / (length + 1e-6f));
    for (int i = threadIdx.x; i < pairs; i += blockDim.x) {
        float2 v = __half22float2(pair[i]);
        clipped[2 * i] = factor * v.x;
        clipped[2 * i + 1] = factor * v.y;
    }
    if (threadIdx.x == 0)
        *norm = length;
}
