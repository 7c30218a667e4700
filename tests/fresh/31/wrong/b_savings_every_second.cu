// fpcheck: savings <<<1, 32>>> capital=[100, 2500, 10000] rate=[0.01, 0.03, 0.05] after=empty:3 n=3 periods=31536000
// expect: error absorption at line 13
// why: 1 + rate / 31536000 is exactly 1 in float, so compounding each second pays no interest at all
// figure: computed after[0] = 100, MPFR 101.0050
#include <cuda_runtime.h>

// Balance after a year with interest paid "periods" times a year.
__global__ void savings(const float *capital, const float *rate, float *after, int n, int periods)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    float growth = 1.0f + rate[i] / (float)periods;
    after[i] = capital[i] * powf(growth, (float)periods);
}
