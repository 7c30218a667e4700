// fpcheck: sample_tokens <<<1, 32>>> probs=[0.125,0.25,0.25,0.125,0.25] bits=[0,1073741824,2684354560,4294967290] token=empty:4 vocabulary=[11,22,33,44,55] classes=5 n=4 want=[11,22,44,55] ref=token=want
// expect: error out of bounds at line 32
// why: 4294967290 * 2^-32 rounds to 1.0f (binary32 has 24 bits), the running sum never passes it, and the search ends at index 5 of a vocabulary of 5
// figure: computed vocabulary[5] (past the end), right 55
#include <cuda_runtime.h>

__device__ float to_unit(unsigned bits)
{
    return (float)bits * 2.3283064365386963e-10f;
}

__device__ int inverse_cdf(const float *probs, int classes, float u)
{
    float sum = 0.0f;
    int k = 0;
    while (k < classes) {
        sum += probs[k];
        if (u < sum)
            break;
        k++;
    }
    return k;
}

// One thread a sequence: draws a token by the inverse of the distribution.
__global__ void sample_tokens(const float *probs, const unsigned *bits, int *token, const int *vocabulary, int classes, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float u = to_unit(bits[i]);
    token[i] = vocabulary[inverse_cdf(probs, classes, u)];
}
