// fpcheck: sample_tokens<<<1, 32>>> probs=[0.25,0.25,0.5,0,0,0,0.5,0.125,0.25,0.125,0,0,0.0625,0.4375,0.25,0.125,0.125,0,0.25,0.25,0.25,0.25,0,0] words=[4294967295,2147483647,4294967290,1073741823] token=empty:4 rows=4 vocab=6 want=[2,0,4,0] --ref 'token=want'
// expect: error flip at line 10
// why: a 32-bit random word times 2^-32 rounds to 1.0 in binary32, so no cumulative sum exceeds it and the last token, whose probability is zero, is drawn
// figure: tokens computed [5, 1, 5, 1], exact [2, 0, 4, 0]; token[0] has probability 0
#include <cuda_runtime.h>

// [0, 1) -- or so it says
__device__ __forceinline__ float unit_interval(unsigned w)
{
    return (float)w * 2.3283064365386963e-10f;
}

__global__ void sample_tokens(const float *probs, const unsigned *words, int *token, int rows, int vocab)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows)
        return;
    float u = unit_interval(words[r]);
    const float *p = probs + r * vocab;
    float cumulative = 0.0f;
    int pick = vocab - 1;
    for (int j = 0; j < vocab; j++) {
        cumulative += p[j];
        if (cumulative > u) {
            pick = j;
            break;
        }
    }
    token[r] = pick;
}
