// fpcheck: count_photons<<<4, 256>>> bin=const(1):1024 counts=inout:[5.0,16777216.0,7.0] n=1024 want=[5.0,16778240.0,7.0] --ref counts=want --tol rtol=1e-6,atol=0
// expect: error counter lost in float at line 10
// why: 16777216 + 1 rounds back to 16777216: the counter has stopped
// figure: computed counts[1] = 16777216, MPFR 16778240
// PET coincidences: list mode events into a histogram that goes on from the last frame.
__global__ void count_photons(const int *bin, float *counts, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&counts[bin[i]], 1.0f);
}
