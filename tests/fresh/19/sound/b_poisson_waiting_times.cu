// fpcheck: poisson <<<1, 32>>> count=empty:32 mean=150.0 seed=12345 n=32 want=[158,145,148,165,147,153,125,160,144,128,141,159,162,131,143,176,164,174,165,157,166,161,137,161,156,150,153,132,150,134,146,141] ref=count=want
// expect: ok
// why: for a mean of 150 the product of uniforms underflows; the sum of their logarithms, waiting times, does not, and the uniforms are never 0 (half a step is added)
// figure: computed counts equal to those in double; the nearest decision is 1.6e-02 away from 150, the sums' error 1e-5
#include <cuda_runtime.h>

struct Generator {
    unsigned state;
    __device__ float uniform()
    {
        state = state * 747796405u + 2891336453u;
        unsigned word = ((state >> ((state >> 28) + 4)) ^ state) * 277803737u;
        word = (word >> 22) ^ word;
        return ((word >> 9) + 0.5f) * 0x1p-23f;
    }
};

// How many exponential waiting times fit into `mean`.
__device__ int arrivals(Generator &random, float mean)
{
    float time = 0.0f;
    int k = -1;
    do {
        time -= logf(random.uniform());
        k++;
    } while (time < mean);
    return k;
}

__global__ void poisson(int *count, float mean, unsigned seed, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Generator random{seed + 7919u * i};
    random.uniform();
    count[i] = arrivals(random, mean);
}
