// fpcheck: smooth <<<1, 1>>> rain=[0.5, 1.25, 3, 2.75, 1e6, 1, 0.25, 0.75, 2.25, 4.5, 1.75, 0.5, 1, 0.25, 3.25, 3] average=empty:16 n=16 w=4
// expect: ok
// why: a running sum with a glitch of 1e6 in it; the sum is an integer of hundredths of a millimetre in 64 bits, so that what goes in comes out again exactly
// figure: computed average[15] = 1.875, MPFR 1.875; average[4] has one rounding of the sum and one of the division: 1e-7, tolerance 2e-6
#include <cuda_runtime.h>

__device__ long long hundredths(float mm)
{
    return __float2ll_rn(mm * 100.0f);
}

__global__ void smooth(const float *rain, float *average, int n, int w)
{
    long long sum = 0;
    for (int i = 0; i < n; i++) {
        sum += hundredths(rain[i]);
        if (i >= w)
            sum -= hundredths(rain[i - w]);
        int have = i + 1 < w ? i + 1 : w;
        average[i] = (float)sum / (100.0f * (float)have);
    }
}
