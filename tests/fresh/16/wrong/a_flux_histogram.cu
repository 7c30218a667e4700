// fpcheck: flux_histogram <<<2, 128>>> flux=uniform(0,1000):1024 hist=inout:zeros:256 n=1024
// expect: error uninitialised at line 21
// why: 128 threads clear 128 of the 256 bins in shared memory: the upper half adds to whatever was there
// figure: computed undefined (bins 128 to 255 of shared memory never cleared), MPFR the counts of each bin
// Histogram of photon fluxes, 256 linear bins from 0 to 1000.
#define BINS 256

__device__ int bin_of(float f)
{
    int b = (int)(f * (BINS / 1000.0f));
    return min(max(b, 0), BINS - 1);
}

__global__ void flux_histogram(const float *flux, int *hist, int n)
{
    __shared__ int local[BINS];
    if (threadIdx.x < BINS)
        local[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&local[bin_of(flux[i])], 1);
    __syncthreads();
    for (int b = threadIdx.x; b < BINS; b += blockDim.x)
        atomicAdd(&hist[b], local[b]);
}
