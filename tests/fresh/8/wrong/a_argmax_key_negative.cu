// fpcheck: greedy_token<<<2, 64>>> logits=[-3.25,-1.5,-7.0,-0.75,-2.0,-9.5,-4.0,-1.0,-6.0,-0.75,-5.5,-8.0,-2.5,-3.0,-12.0,-1.25,0.5,-1.0,2.25,1.5,-3.0,2.25,0.0,-0.5,1.0,-2.0,0.25,-8.0,2.0,1.75,-1.5,0.125] token=empty:2 vocab=16 want=[3,2] --ref 'token=want'
// expect: error mismatch at line 9
// why: only the sign bit is turned for the key; the bits of negative floats grow with the magnitude, so among negative logits the smallest wins
// figure: token[0] computed 14, right 3 (token[1] is right: it has positive logits)
#include <cuda_runtime.h>

__device__ unsigned long long key_of(float v, int index)
{
    unsigned bits = __float_as_uint(v) ^ 0x80000000u;
    return ((unsigned long long)bits << 32) | (unsigned)(~index);
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
