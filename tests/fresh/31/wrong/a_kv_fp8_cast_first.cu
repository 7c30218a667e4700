// fpcheck: store_keys <<<4, 32>>> key=@a_kv_fp8_cast_first_k.npy cache=empty:4x32:e4m3fn scale=empty:4:f32 tokens=4
// fpcheck+ scores <<<1, 32>>> q=@a_kv_fp8_cast_first_q.npy score=empty:4 tokens=4 --ref score=@a_kv_fp8_cast_first_s.npy --tol rtol=0.2,atol=50
// expect: error wrong order of scale and cast at line 28
// why: the key is cast to e4m3 before it is divided by its scale: everything above 448 saturates, and only then is the range made to fit
// figure: score[0] computed -1568.52991, MPFR 3091.10433
// Key cache in fp8 with one scale a token (greatest magnitude over 448), and the scores of a query against it.
#include <cuda_fp8.h>

__device__ __forceinline__ float warp_max(float v)
{
    for (int off = 16; off > 0; off >>= 1)
        v = fmaxf(v, __shfl_xor_sync(0xffffffffu, v, off));
    return v;
}

__device__ __forceinline__ __nv_fp8_e4m3 quantise(__nv_fp8_e4m3 x, float inverse)
{
    return __nv_fp8_e4m3((float)x * inverse);
}

__global__ void store_keys(const float *key, __nv_fp8_e4m3 *cache, float *scale, int tokens)
{
    int t = blockIdx.x, lane = threadIdx.x;
    if (t >= tokens)
        return;
    float x = key[t * 32 + lane];
    float amax = fmaxf(warp_max(fabsf(x)), 1e-6f);
    cache[t * 32 + lane] = quantise(__nv_fp8_e4m3(x), 448.0f / amax);
    if (lane == 0)
        scale[t] = amax / 448.0f;
}

__global__ void scores(const float *q, const __nv_fp8_e4m3 *cache, const float *scale, float *score, int tokens)
{
    int lane = threadIdx.x;
    for (int t = 0; t < tokens; t++) {
        float p = q[lane] * (float)cache[t * 32 + lane];
        for (int off = 16; off > 0; off >>= 1)
            p += __shfl_xor_sync(0xffffffffu, p, off);
        if (lane == 0)
            score[t] = p * scale[t];
    }
}
