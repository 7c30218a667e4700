// fpcheck: speeds <<<1, 32>>> stamp=[1700000000, 1700000010, 1700000025, 1700000031, 1700000050, 1700000063, 1700000090, 1700000121] metres=[0, 50, 130, 161, 260, 322, 457, 610] speed=empty:7 n=7
// expect: error cancellation at line 14
// why: Unix times are converted to float (spacing 128 s) before they are subtracted; the intervals become 0 or 128 s
// figure: computed speed = 50, 80, 31, 99, 62, 1.05, 153, MPFR 5, 5.33, 5.17, 5.21, 4.77, 5, 4.94
#include <cuda_runtime.h>

// Speed between consecutive records of a GPS logger.
__global__ void speeds(const long long *stamp, const float *metres, float *speed, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float before = (float)stamp[i];
    float after = (float)stamp[i + 1];
    float dt = fmaxf(after - before, 1.0f); // never divide by zero
    speed[i] = (metres[i + 1] - metres[i]) / dt;
}
