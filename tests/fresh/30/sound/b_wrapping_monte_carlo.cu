// fpcheck: hits_in_circle <<<2, 32>>> hits=inout:zeros:1:i32 seed=3735928559 rounds=20 want=[999] ref=hits=want
// expect: ok
// why: the generator overflows 32 bits by design, the uniforms have 24 bits and are exact below 1, and x x + y y < 1 is decided with squares of integers
// figure: hits[0]: computed 999, exact 999
#include <cuda_runtime.h>

// Advances the state (Knuth's multiplier), returns permuted bits.
__device__ unsigned int draw(unsigned int &state)
{
    state = state * 1664525u + 1013904223u;
    unsigned int w = ((state >> ((state >> 28) + 4u)) ^ state) * 277803737u;
    return (w >> 22) ^ w;
}

__device__ float unit(unsigned int bits)
{
    return (float)(bits >> 8) * 5.9604644775390625e-8f;
}

// The same numbers in units of 2^-24.
__device__ bool in_circle(float x, float y)
{
    unsigned long long a = (unsigned long long)(x * 16777216.0f);
    unsigned long long b = (unsigned long long)(y * 16777216.0f);
    return a * a + b * b < 1ull << 48;
}

__global__ void hits_in_circle(int *hits, unsigned int seed, int rounds)
{
    unsigned int state = seed ^ (blockIdx.x * blockDim.x + threadIdx.x) * 2654435769u;
    int mine = 0;
    for (int k = 0; k < rounds; k++) {
        float x = unit(draw(state));
        float y = unit(draw(state));
        mine += in_circle(x, y);
    }
    atomicAdd(hits, mine);
}
