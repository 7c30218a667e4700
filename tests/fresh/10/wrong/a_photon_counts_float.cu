// fpcheck: count_photons <<<2, 64>>> energy=uniform(0,4):128 counts=inout:[16777216.0,16777216.0,16777216.0,16777216.0] bins=4 n=128
// expect: error counter in float at line 17
// why: counts of the run so far have reached 2^24, where adding one changes nothing: the counters stand still
// figure: counts[0]: computed 16777216, MPFR about 16777248
// Energy histogram of photons; counts go on from the run before.
__device__ int bin_of(float e, int bins)
{
    int b = (int)e;
    return b < bins ? b : bins - 1;
}

__global__ void count_photons(const float *energy, float *counts, int bins, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    atomicAdd(&counts[bin_of(energy[i], bins)], 1.0f);
}
