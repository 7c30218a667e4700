// fpcheck: estimate_pi <<<1, 32>>> seed=[11,12,13,14] pi=empty:4 samples=8192 n=4 ref=pi=0*seed+3.14159265358979 --tol rtol=5e-2,atol=0
// expect: error accumulator too narrow at line 25: a binary16 count stays at 2048, so pi comes out as 1
#include <cuda_fp16.h>

__device__ unsigned next_word(unsigned &s)
{
    s ^= s << 13;
    s ^= s >> 17;
    s ^= s << 5;
    return s;
}

__global__ void estimate_pi(const int *seed, float *pi, int samples, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    unsigned s = (unsigned)seed[i] * 2654435761u + 1u;
    __half hits = __float2half(0.0f);
    const __half one = __float2half(1.0f);
    for (int k = 0; k < samples; k++) {
        float x = (float)(next_word(s) >> 8) * 5.9604645e-8f;
        float y = (float)(next_word(s) >> 8) * 5.9604645e-8f;
        if (x * x + y * y < 1.0f)
            hits = __hadd(hits, one);
    }
    pi[i] = 4.0f * __half2float(hits) / (float)samples;
}
