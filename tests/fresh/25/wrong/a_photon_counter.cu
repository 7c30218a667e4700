// fpcheck: photon_counter <<<4, 128>>> energy=arange:512 counts=inout:[16777216,16777000] threshold=256 n=512 want=[16777472,16777256] ref=counts=want --tol rtol=1e-6,atol=0
// expect: error counter lost in float at line 11
// why: counts above 2^24 in binary32 no longer grow by one; the counter stands still at 16777216
// figure: counts[0]: computed 16777216, MPFR 16777472 (relative error 1.5e-5)
// Photon-counting detector: events at or above the threshold in counts[0], the rest in counts[1].
__global__ void photon_counter(const float *energy, float *counts, float threshold, int n)
{
    int stride = gridDim.x * blockDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) {
        int channel = energy[i] >= threshold ? 0 : 1;
        atomicAdd(&counts[channel], 1.0f);
    }
}
