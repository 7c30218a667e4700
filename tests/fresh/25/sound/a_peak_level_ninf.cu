// fpcheck: peak_level <<<2, 32>>> dbm=[-97.5,-88.25,-104,-61.5,-73,-110.75,-66.125,-90,-120.5,-83,-79.5,-101] peak=empty:2 bins=6 want=[-61.5,-66.125] ref=peak=want --tol bitwise
// expect: ok
// why: minus infinity is the identity of the maximum; lanes without a bin carry it and never win
// figure: peak[0]: computed -61.5, MPFR -61.5 (error 0, tolerance 0)
#include <math_constants.h>

// Highest level (dBm) of each sweep of a spectrum analyser; one warp a sweep.
__global__ void peak_level(const float *dbm, float *peak, int bins)
{
    const float *sweep = dbm + blockIdx.x * bins;
    float high = -CUDART_INF_F;
    for (int b = threadIdx.x; b < bins; b += 32)
        high = fmaxf(high, sweep[b]);
    for (int o = 16; o > 0; o >>= 1)
        high = fmaxf(high, __shfl_xor_sync(0xffffffffu, high, o));
    if (threadIdx.x == 0)
        peak[blockIdx.x] = high;
}
