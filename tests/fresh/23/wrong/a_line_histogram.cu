// fpcheck: line_histogram <<<1, 64>>> wavenumber=[400.5,401.2,410.0,433.3,480.0,499.9,455.5,455.6,420.1,420.2] counts=empty:16 low=400 width=6.25 n=10
// expect: error uninitialised at line 21
// why: the shared bins are counted up without having been set to zero
// figure: computed counts[0] = garbage + 2 (undefined), MPFR 2
#define BINS 16

__device__ int bin_of(float nu, float low, float width)
{
    int b = (int)floorf((nu - low) / width);
    return min(max(b, 0), BINS - 1);
}

__global__ void line_histogram(const float *wavenumber, int *counts, float low, float width, int n)
{
    __shared__ int bins[BINS];
    __shared__ int total;
    if (threadIdx.x == 0)
        total = 0;
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        atomicAdd(&bins[bin_of(wavenumber[i], low, width)], 1);
        atomicAdd(&total, 1);
    }
    __syncthreads();
    if (threadIdx.x < BINS)
        counts[threadIdx.x] = total > 0 ? bins[threadIdx.x] : 0;
}
