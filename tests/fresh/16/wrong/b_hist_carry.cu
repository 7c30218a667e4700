// fpcheck: mean_level <<<1, 64>>> x=const(4):1024 mean=empty:1 n=1024 ref=mean=sum(x)/n --tol rtol=1e-5
// expect: error packed at line 9
// why: four 8-bit counters share a word; 1024 equal pixels pass 255 and carry into the neighbour's counter
// figure: computed mean[0] = 0.01953 (counter 4 wraps to 0 four times, level 5 gets 4), MPFR 4
// Mean level of a 16-level image through a histogram with byte counters.
#define LEVELS 16
__device__ void count(unsigned int *words, int level)
{
    atomicAdd(&words[level >> 2], 1u << (8 * (level & 3)));
}

__global__ void mean_level(const unsigned char *x, float *mean, int n)
{
    __shared__ unsigned int words[LEVELS / 4];
    int t = threadIdx.x;
    if (t < LEVELS / 4)
        words[t] = 0u;
    __syncthreads();
    for (int i = t; i < n; i += blockDim.x)
        count(words, x[i] & 15);
    __syncthreads();
    if (t == 0) {
        float sum = 0.0f;
        for (int l = 0; l < LEVELS; l++) {
            unsigned int c = (words[l >> 2] >> (8 * (l & 3))) & 255u;
            sum += (float)c * (float)l;
        }
        mean[0] = sum / (float)n;
    }
}
