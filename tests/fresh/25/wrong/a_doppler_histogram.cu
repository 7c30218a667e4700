// fpcheck: doppler_histogram <<<2, 64>>> velocity=arange:128 count=empty:32 n=128
// expect: error uninitialised shared memory at line 22
// why: the bins 8 to 15 of the shared histogram are never set to zero: the loop stops at 8
// figure: count[24]: computed 8 + whatever was there, MPFR 8
// Doppler velocities of two sweeps (0..127) into 16 bins each, block by block.
#define BINS 16

__device__ int bin_of(float v)
{
    int b = (int)(v * 0.125f);
    return min(max(b, 0), BINS - 1);
}

__global__ void doppler_histogram(const float *velocity, unsigned *count, int n)
{
    __shared__ unsigned bins[BINS];
    if (threadIdx.x < BINS / 2)
        bins[threadIdx.x] = 0u;
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&bins[bin_of(velocity[i])], 1u);
    __syncthreads();
    if (threadIdx.x < BINS)
        count[blockIdx.x * BINS + threadIdx.x] = bins[threadIdx.x];
}
