// fpcheck: percentile <<<1, 64>>> x=uniform(0,1):256 histogram=empty:128 cut=empty:1 n=256
// expect: error uninitialised shared at line 15
// why: 64 threads clear 128 bins with a plain assignment: the upper half of the histogram starts with what lay in shared memory
// figure: computed histogram[64..127] undefined, MPFR the counts (about 2 each)
// The bin of the median by a histogram of 128 bins in shared memory.
#define BINS 128

__global__ void percentile(const float *x, int *histogram, int *cut, int n)
{
    __shared__ int bins[BINS];
    int t = threadIdx.x;
    bins[t] = 0;
    __syncthreads();
    for (int i = t; i < n; i += blockDim.x)
        atomicAdd(&bins[min((int)(x[i] * BINS), BINS - 1)], 1);
    __syncthreads();
    for (int b = t; b < BINS; b += blockDim.x)
        histogram[b] = bins[b];
    if (t == 0) {
        int seen = 0, b = 0;
        while (b < BINS && seen + bins[b] <= n / 2)
            seen += bins[b++];
        *cut = b;
    }
}
