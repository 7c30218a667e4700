// fpcheck: matched_filter <<<1, 64>>> signal=const(100):95:i8 pulse=const(90):32:i8 score=empty:64:f16 scale=0.001 n=64 taps=32
// expect: error overflow at line 23
// why: the integer sum (288000) is cast to half before it is scaled: it becomes infinite, and infinity times the scale stays so.
// figure: computed inf, MPFR 288.0
#include <cuda_fp16.h>

__device__ int correlate(const signed char *s, const signed char *p, int taps)
{
    int acc = 0;
#pragma unroll 4
    for (int k = 0; k < taps; k++)
        acc += (int)s[k] * (int)p[k];
    return acc;
}

// Sonar echo against a pulse, both quantised to 8 bits; `scale` undoes the two quantisations.
__global__ void matched_filter(const signed char *signal, const signed char *pulse, __half *score, float scale, int n, int taps)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int acc = correlate(signal + i, pulse, taps);
    score[i] = __hmul(__int2half_rn(acc), __float2half(scale));
}
