// fpcheck: sample_tokens<<<1, 32>>> probs=[0.25,0.25,0.5,0,0,0,0.5,0.125,0.25,0.125,0,0,0.0625,0.4375,0.25,0.125,0.125,0,0.25,0.25,0.25,0.25,0,0] words=[4294967295,2147483647,4294967290,1073741823] token=empty:4 rows=4 vocab=6 want=[2,0,4,0] --ref 'token=want'
// expect: ok
// why: the largest word looks as if it would round to 1, but only 24 bits are kept, so that the number stays below 1 and every conversion is exact; the last token of positive probability is the fallback
// figure: tokens computed [2, 0, 4, 0], exact [2, 0, 4, 0]: equal
#include <cuda_runtime.h>

__device__ __forceinline__ float unit_interval(unsigned w)
{
    return (float)(w >> 8) * 5.9604644775390625e-8f;
}

__global__ void sample_tokens(const float *probs, const unsigned *words, int *token, int rows, int vocab)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows)
        return;
    float u = unit_interval(words[r]);
    const float *p = probs + r * vocab;
    float cumulative = 0.0f;
    int pick = 0;
    for (int j = 0; j < vocab; j++) {
        if (p[j] > 0.0f)
            pick = j;
        cumulative += p[j];
        if (cumulative > u)
            break;
    }
    token[r] = pick;
}
