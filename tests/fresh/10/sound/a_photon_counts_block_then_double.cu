// fpcheck: count_photons <<<2, 64>>> energy=uniform(0,4):128 counts=inout:[16777216.0,16777216.0,16777216.0,16777216.0] bins=4 n=128
// expect: ok
// why: counters of a block are integers, and the total is a double, exact up to 2^53 in any order of atomics
// figure: counts[0]: computed about 16777248, MPFR the same (exact)
// Energy histogram of photons; counts go on from the run before.
#define MAX_BINS 64

__device__ int bin_of(float e, int bins)
{
    int b = (int)e;
    return b < bins ? b : bins - 1;
}

__global__ void count_photons(const float *energy, double *counts, int bins, int n)
{
    __shared__ unsigned local[MAX_BINS];
    for (int b = threadIdx.x; b < bins; b += blockDim.x)
        local[b] = 0;
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&local[bin_of(energy[i], bins)], 1u);
    __syncthreads();
    for (int b = threadIdx.x; b < bins; b += blockDim.x)
        atomicAdd(&counts[b], (double)local[b]);
}
