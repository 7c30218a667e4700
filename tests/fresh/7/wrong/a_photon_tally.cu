// fpcheck: tally<<<1, 64>>> detector=[0,1,0,0,2,1,0,0,2,0,0,1,0,2,0,0,1,0,0,0] counts=inout:[16777210.0,16777216.0,100.0] n=20
// expect: error counter lost in binary32 at line 10
// why: at 2^24 the next count is halfway to the neighbouring number and is rounded away: the detector stands still
// figure: computed counts[1] = 16777216 (and counts[0] = 16777216), MPFR 16777220 (16777223)
// Counts of photons by detector, kept over many frames.
__global__ void tally(const int *detector, float *counts, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&counts[detector[i]], 1.0f);
}
