// fpcheck: count_photons<<<4, 256>>> bin=const(1):1024 counts=inout:[5.0,16777216.0,7.0] n=1024 bins=3 want=[5.0,16778240.0,7.0] --ref counts=want --tol rtol=1e-7,atol=0
// expect: ok
// why: float counters beyond 2^24, but whole blocks of 256 events are added at once, which are multiples of the spacing 2
// figure: computed counts[1] = 16778240, MPFR 16778240 (error 0)
// PET coincidences: each block counts in integers and adds its even totals to the frame.
__global__ void count_photons(const int *bin, float *counts, int n, int bins)
{
    __shared__ unsigned local[64];
    for (int b = threadIdx.x; b < bins; b += blockDim.x)
        local[b] = 0;
    __syncthreads();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&local[bin[i]], 1u);
    __syncthreads();
    for (int b = threadIdx.x; b < bins; b += blockDim.x)
        if (local[b])
            atomicAdd(&counts[b], (float)local[b]);
}
