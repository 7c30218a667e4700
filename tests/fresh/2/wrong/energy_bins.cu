// fpcheck: energy_bins <<<2, 32>>> x=arange:49 bin=empty:49 lo=0 hi=49 nbins=49 n=49
// expect: error index off at line 12: x/49*49 rounds below x for some integers x: they are counted one bin too low
// Bin of each detector event; the range and the bin count come from the caller.
#include <cuda_runtime.h>

__global__ void energy_bins(const float* __restrict__ x, int* __restrict__ bin,
                            float lo, float hi, int nbins, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float t = (x[i] - lo) / (hi - lo);
    int b = (int)floorf(t * (float)nbins);
    bin[i] = min(max(b, 0), nbins - 1);
}
