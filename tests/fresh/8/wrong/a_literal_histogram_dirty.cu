// fpcheck: code_lengths<<<2, 64>>> symbols=randint(0,15):2x256 bits=empty:2x16 n=256
// expect: error uninitialised at line 18
// why: only the lower half of the shared counters is zeroed: atomicAdd counts on top of whatever shared memory held
// figure: counts of symbols 8..15 start undefined: bits[8] undefined, right about 4
#include <cuda_runtime.h>

#define ALPHABET 16

// ideal code lengths of the literals of a block, as an entropy estimate before Huffman
__global__ void code_lengths(const unsigned char *symbols, float *bits, int n)
{
    __shared__ unsigned counts[ALPHABET];
    int t = threadIdx.x;
    if (t < ALPHABET / 2)
        counts[t] = 0;
    __syncthreads();
    for (int i = t; i < n; i += blockDim.x)
        atomicAdd(&counts[symbols[blockIdx.x * n + i]], 1u);
    __syncthreads();
    if (t < ALPHABET) {
        float p = (float)counts[t] / (float)n;
        bits[blockIdx.x * ALPHABET + t] = counts[t] > 0 ? -log2f(p) : 0.0f;
    }
}
