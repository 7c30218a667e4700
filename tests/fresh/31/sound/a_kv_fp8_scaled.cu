// fpcheck: store_keys <<<4, 32>>> key=@a_kv_fp8_scaled_k.npy cache=empty:4x32:e4m3fn scale=empty:4:f32 tokens=4
// fpcheck+ load_keys <<<4, 32>>> back=empty:4x32 tokens=4 --ref back=key --tol rtol=0.0626,atol=0.01
// expect: ok
// why: keys up to 3000 in a format that ends at 448: the power-of-two scale is applied in float before the cast, so nothing saturates; the rest is the rounding of fp8, which the tolerance names
// figure: back[0][5] computed 2816, MPFR 2900; largest error 0.91 of the tolerance
// Key cache in fp8, one power-of-two scale a token, and the keys as attention reads them back.
#include <cuda_fp8.h>

__device__ __forceinline__ float warp_max(float v)
{
    for (int off = 16; off > 0; off >>= 1)
        v = fmaxf(v, __shfl_xor_sync(0xffffffffu, v, off));
    return v;
}

// The exponent e for which amax * 2^-e is in [224, 448]: from the exponent bits, 448 = 1.75 * 2^8.
__device__ __forceinline__ int scale_exponent(float amax)
{
    int e = (int)(__float_as_uint(amax) >> 23) - 127 - 8;
    return amax > ldexpf(448.0f, e) ? e + 1 : e;
}

__global__ void store_keys(const float *key, __nv_fp8_e4m3 *cache, float *scale, int tokens)
{
    int t = blockIdx.x, lane = threadIdx.x;
    if (t >= tokens)
        return;
    float x = key[t * 32 + lane];
    int e = scale_exponent(fmaxf(warp_max(fabsf(x)), 1e-6f));
    cache[t * 32 + lane] = __nv_fp8_e4m3(ldexpf(x, -e));
    if (lane == 0)
        scale[t] = ldexpf(1.0f, e);
}

__global__ void load_keys(const __nv_fp8_e4m3 *cache, const float *scale, float *back, int tokens)
{
    int t = blockIdx.x, lane = threadIdx.x;
    if (t < tokens)
        back[t * 32 + lane] = (float)cache[t * 32 + lane] * scale[t];
}
