// fpcheck: nucleus <<<1, 32>>> sorted=@a_nucleus_bf16_cdf.npy kept=empty:1:i32 renorm=empty:512 vocab=512 top_p=0.9
// expect: error accumulator too narrow (bf16) at line 21
// why: the cumulative probability is kept in bf16: above 0.5 its steps are 1/256, tokens of 0.00098 add nothing, and all 512 tokens stay in the nucleus
// figure: renorm[0] computed 0.50000006, MPFR 0.555434784; kept 512 instead of 410
// Top-p filter on probabilities sorted downwards: keeps the shortest prefix whose sum reaches top_p and renormalises it.
#include <cuda_bf16.h>

__device__ __forceinline__ __nv_bfloat16 add_bf16(__nv_bfloat16 a, __nv_bfloat16 b)
{
    return __hadd(a, b);
}

__global__ void nucleus(const float *sorted, int *kept, float *renorm, int vocab, float top_p)
{
    __shared__ int count;
    __shared__ float mass;
    if (threadIdx.x == 0) {
        __nv_bfloat16 cdf = __float2bfloat16(0.0f);
        int k = 0;
        while (k < vocab && __bfloat162float(cdf) < top_p) {
            cdf = add_bf16(cdf, __float2bfloat16(sorted[k]));
            k++;
        }
        count = k;
        *kept = k;
    }
    __syncthreads();
    float part = 0.0f;
    for (int i = threadIdx.x; i < count; i += 32)
        part += sorted[i];
    for (int off = 16; off > 0; off >>= 1)
        part += __shfl_down_sync(0xffffffffu, part, off);
    if (threadIdx.x == 0)
        mass = part;
    __syncthreads();
    for (int i = threadIdx.x; i < vocab; i += 32)
        renorm[i] = i < count ? sorted[i] / mass : 0.0f;
}
