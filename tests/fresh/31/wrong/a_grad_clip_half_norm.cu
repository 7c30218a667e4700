// fpcheck: clip_gradients <<<1, 256>>> g=uniform(4,8):4096:f16 clipped=empty:4096:f32 n=4096 max_norm=1.0
// expect: error overflow hidden by fminf at line 11
// why: the sum of squares is added in half; 4096 values around 6 give 150000 > 65504, the norm is inf, fminf(1, 1/inf) = 0 and every gradient becomes 0
// figure: clipped[0] (half sum of 153134 is inf) computed 0, MPFR 0.0110302553
// Clips a gradient to a global norm: g *= min(1, max_norm / |g|).
#include <cuda_fp16.h>

__device__ __forceinline__ __half2 add_across_warp(__half2 v)
{
    for (int off = 16; off > 0; off >>= 1)
        v = __hadd2(v, __shfl_xor_sync(0xffffffffu, v, off));
    return v;
}

__global__ void clip_gradients(const __half *g, float *clipped, int n, float max_norm)
{
    __shared__ __half2 part[8];
    __shared__ float factor;
    const __half2 *pair = (const __half2 *)g;
    const int pairs = n / 2;
    __half2 acc = __float2half2_rn(0.0f);
    for (int i = threadIdx.x; i < pairs; i += blockDim.x)
        acc = __hfma2(pair[i], pair[i], acc);
    acc = add_across_warp(acc);
    if ((threadIdx.x & 31) == 0)
        part[threadIdx.x >> 5] = acc;
    __syncthreads();
    if (threadIdx.x < 32) {
        __half2 v = threadIdx.x < 8 ? part[threadIdx.x] : __float2half2_rn(0.0f);
        v = add_across_warp(v);
        if (threadIdx.x == 0) {
            __half total = __hadd(__low2half(v), __high2half(v));
            float norm = sqrtf(__half2float(total));
            factor = fminf(1.0f, max_norm / (norm + 1e-6f));
        }
    }
    __syncthreads();
    for (int i = threadIdx.x; i < pairs; i += blockDim.x) {
        float2 v = __half22float2(pair[i]);
        clipped[2 * i] = factor * v.x;
        clipped[2 * i + 1] = factor * v.y;
    }
}
