// fpcheck: speeds <<<1, 32>>> stamp=[1700000000, 1700000010, 1700000025, 1700000031, 1700000050, 1700000063, 1700000090, 1700000121] metres=[0, 50, 130, 161, 260, 322, 457, 610] speed=empty:7 n=7
// expect: ok
// why: the Unix times are subtracted as 64-bit integers, only their small difference becomes a float
// figure: computed speed[6] = 4.9354839, MPFR 4.93548387: half an ulp, tolerance 32 half ulps
#include <cuda_runtime.h>

__global__ void speeds(const long long *stamp, const float *metres, float *speed, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    long long seconds = stamp[i + 1] - stamp[i];
    float dt = (float)(seconds > 0 ? seconds : 1);
    speed[i] = (metres[i + 1] - metres[i]) / dt;
}
