// fpcheck: doppler_histogram <<<2, 64>>> velocity=arange:120 count=inout:[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0] n=120 want=[8,8,8,8,8,8,8,8,8,8,8,8,8,8,8,0] ref=count=want --tol bitwise
// expect: ok
// why: integer atomics in shared memory between two barriers, then integer atomics to global memory: any order gives the same counts
// figure: count[3]: computed 8, MPFR 8 (error 0, tolerance 0)
// Doppler velocities into 16 bins: a histogram a block, added to the global one.
#define BINS 16

__global__ void doppler_histogram(const float *velocity, unsigned *count, int n)
{
    __shared__ unsigned bins[BINS];
    for (int b = threadIdx.x; b < BINS; b += blockDim.x)
        bins[b] = 0u;
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        int b = (int)floorf(velocity[i] * 0.125f);
        if (b >= 0 && b < BINS)
            atomicAdd(&bins[b], 1u);
    }
    __syncthreads();
    for (int b = threadIdx.x; b < BINS; b += blockDim.x)
        if (bins[b])
            atomicAdd(&count[b], bins[b]);
}
