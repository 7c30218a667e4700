// fpcheck: greedy_token<<<2, 64>>> logits=[-3.25,-1.5,-7.0,-0.75,-2.0,-9.5,-4.0,-1.0,-6.0,-0.75,-5.5,-8.0,-2.5,-3.0,-12.0,-1.25,0.5,-1.0,2.25,1.5,-3.0,2.25,0.0,-0.5,1.0,-2.0,0.25,-8.0,2.0,1.75,-1.5,0.125] token=empty:2 vocab=16 want=[3,2] --ref 'token=want'
// expect: ok
// why: the classic map of float bits to ordered integers: negative ones are inverted whole; the complemented index below gives ties to the first, and -0 is made +0 first
// figure: token[0] computed 3, right 3: the first of the two maxima -0.75
#include <cuda_runtime.h>

__device__ unsigned long long key_of(float v, int index)
{
    int bits = __float_as_int(v + 0.0f);
    unsigned ordered = (unsigned)(bits ^ ((bits >> 31) | (int)0x80000000));
    return ((unsigned long long)ordered << 32) | (unsigned)(~index);
}

__global__ void greedy_token(const float *logits, int *token, int vocab)
{
    __shared__ unsigned long long best;
    int t = threadIdx.x;
    if (t == 0)
        best = 0;
    __syncthreads();
    for (int j = t; j < vocab; j += blockDim.x)
        atomicMax(&best, key_of(logits[blockIdx.x * vocab + j], j));
    __syncthreads();
    if (t == 0)
        token[blockIdx.x] = ~(int)(unsigned)best;
}
