// fpcheck: pick_category <<<1, 32>>> p=[0.5,0.25,0.25,0.0] bits=[7,2147483648,3221225472,4000000000,4294967280,1000000000] picked=empty:6 categories=4 n=6 want=[0,1,2,2,2,0] ref=picked=want
// expect: error random float reaches 1 at line 10
// why: 32 random bits as a float times 2^-32 round up to exactly 1 for the top 128 values, and the search runs past the whole distribution into the category of probability 0
// figure: picked[4]: computed 3 (probability 0), MPFR 2; the uniform is 1 where MPFR gives 0.99999999627
#include <cuda_runtime.h>

// Uniform in [0, 1).
__device__ float uniform(unsigned int bits)
{
    return (float)bits * 2.3283064365386963e-10f;
}

__global__ void pick_category(const float *p, const unsigned int *bits, int *picked, int categories, int n)
{
    __shared__ float cdf[32];
    int t = threadIdx.x;

    // prefix sum over the probabilities of one warp
    float c = t < categories ? p[t] : 0.0f;
    for (int o = 1; o < 32; o *= 2) {
        float below = __shfl_up_sync(0xffffffffu, c, o);
        if (t >= o)
            c += below;
    }
    cdf[t] = c;
    __syncthreads();

    if (t >= n)
        return;
    float u = uniform(bits[t]);
    int k = 0;
    while (k < categories - 1 && u >= cdf[k])
        k++;
    picked[t] = k;
}
