// fpcheck: layernorm <<<3, 32>>> x=uniform(7,9):3x80:bf16 gain=uniform(0.5,1.5):80:bf16 y=empty:3x80 n=80 eps=1e-5
// expect: ok
// why: rows of mean 8 and spread 0.5 in bfloat16: the mean and the squares of deviations are taken in float in two passes, and only the end is rounded to bfloat16
// figure: computed within half an ulp of bfloat16 (2e-3 relative; float error 3e-7 before), MPFR by the same formula
#include <cuda_bf16.h>

// Layer normalisation with a gain, one warp a row.
__device__ float warp_sum(float v)
{
    for (int o = 16; o > 0; o >>= 1)
        v += __shfl_xor_sync(0xffffffffu, v, o);
    return v;
}

template <typename F>
__device__ float row_sum(const __nv_bfloat16 *row, int n, F f)
{
    float s = 0.0f;
    for (int i = threadIdx.x; i < n; i += 32)
        s += f(__bfloat162float(row[i]));
    return warp_sum(s);
}

struct identity {
    __device__ float operator()(float v) const { return v; }
};

struct squared_deviation {
    float mean;
    __device__ float operator()(float v) const { return (v - mean) * (v - mean); }
};

__global__ void layernorm(const __nv_bfloat16 *x, const __nv_bfloat16 *gain, __nv_bfloat16 *y, int n, float eps)
{
    const __nv_bfloat16 *row = x + blockIdx.x * n;
    squared_deviation from;
    from.mean = row_sum(row, n, identity()) / (float)n;
    const float variance = row_sum(row, n, from) / (float)n;
    const float scale = 1.0f / sqrtf(variance + eps);
    for (int i = threadIdx.x; i < n; i += 32) {
        const float v = (__bfloat162float(row[i]) - from.mean) * scale;
        y[blockIdx.x * n + i] = __float2bfloat16(v * __bfloat162float(gain[i]));
    }
}
