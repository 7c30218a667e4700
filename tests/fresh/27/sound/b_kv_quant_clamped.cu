// fpcheck: quantise_kv <<<1, 32>>> x=[-1.5, 0.2, 1.1, 3.62, -0.4, 2.2, 0.9, -1.1] back=empty:8 n=8 --ref 'back=x' --tol rtol=0,atol=0.025
// expect: ok
// why: the rounded scale may push a code past 255, but it is clamped before it becomes a byte
// figure: back[3] = 3.603516 against 3.62: error 0.0165 against atol 0.025
#include <cuda_bf16.h>

// Asymmetric 8-bit quantisation of one group of a KV cache, scale kept in bfloat16; gives back what attention would read.
__device__ float group_max(float v)
{
    for (int o = 16; o > 0; o >>= 1)
        v = fmaxf(v, __shfl_xor_sync(0xffffffffu, v, o));
    return v;
}

__global__ void quantise_kv(const float *x, float *back, int n)
{
    int i = threadIdx.x;
    float v = i < n ? x[i] : x[0];
    float hi = group_max(v);
    float lo = -group_max(-v);

    __nv_bfloat16 stored = __float2bfloat16((hi - lo) / 255.0f);
    float scale = __bfloat162float(stored);
    int zero = __float2int_rn(-lo / scale);

    int code = __float2int_rn(v / scale) + zero;
    unsigned char q = (unsigned char)max(0, min(255, code));
    if (i < n)
        back[i] = (float)((int)q - zero) * scale;
}
