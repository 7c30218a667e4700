// fpcheck: peak_level <<<2, 32>>> dbm=[-97.5,-88.25,-104.0,-61.5,-73.0,-110.75,-66.125,-90.0,-120.5,-83.0,-79.5,-101.0] peak=empty:2 bins=6 want=[-61.5,-66.125] ref=peak=want --tol rtol=1e-6,atol=0
// expect: error reduction identity at line 11
// why: FLT_MIN is the smallest positive number, not the lowest: the maximum of negative levels is 1.2e-38
// figure: peak[0]: computed 1.17549435e-38, MPFR -61.5
#include <cfloat>

// Highest level (dBm) of each sweep of a spectrum analyser; one warp a sweep.
__global__ void peak_level(const float *dbm, float *peak, int bins)
{
    const float *sweep = dbm + blockIdx.x * bins;
    float high = FLT_MIN;
    for (int b = threadIdx.x; b < bins; b += 32)
        high = fmaxf(high, sweep[b]);
    for (int o = 16; o > 0; o >>= 1)
        high = fmaxf(high, __shfl_xor_sync(0xffffffffu, high, o));
    if (threadIdx.x == 0)
        peak[blockIdx.x] = high;
}
