// fpcheck: poisson <<<1, 32>>> count=empty:32 mean=150.0 seed=12345 n=32 want=[158,145,148,165,147,153,125,160,144,128,141,159,162,131,143,176,164,174,165,157,166,161,137,161,156,150,153,132,150,134,146,141] ref=count=want
// expect: error underflow at line 27
// why: exp(-150) is 0 in binary32, so the product of uniforms is compared to 0 and stops only when it underflows itself, near 1e-45: counts of about 104 instead of 150
// figure: computed count[0] 119, right 158
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

// Knuth's method: how many uniforms until their product is below exp(-mean).
__device__ int knuth(Generator &random, float mean)
{
    float bound = expf(-mean);
    float product = 1.0f;
    int k = -1;
    do {
        product *= random.uniform();
        k++;
    } while (product > bound);
    return k;
}

__global__ void poisson(int *count, float mean, unsigned seed, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Generator random{seed + 7919u * i};
    random.uniform();
    count[i] = knuth(random, mean);
}
