// fpcheck: points <<<4, 32>>> p=empty:128x2 n=128 first=1000000 --ref p=@b_halton_bit_reversal_ref_p.npy --tol 2ulp
// expect: ok
// why: x - 1 of a number just above 1 and bits put together as a float: the first 23 reversed bits are all that indices below 2^23 have, so the difference is exact
// figure: p[133] computed 0.500983775, exact 0.500983803 (error 2.8e-08, 0.28 of the tolerance; worst of 256)
#include <cuda_runtime.h>
// Quasi-random points: base 2 by reversed bits, base 3 by integer digits. The mantissa trick gives [1, 2), minus 1.
__device__ float base2(unsigned i)
{
    const unsigned bits = __brev(i);
    return __uint_as_float(0x3f800000u | (bits >> 9)) - 1.0f;
}
__device__ float base3(unsigned i)
{
    unsigned num = 0, den = 1;
    while (i > 0) {
        num = num * 3u + i % 3u;
        den *= 3u;
        i /= 3u;
    }
    return (float)num / (float)den;
}
__global__ void points(float* p, int n, unsigned first)
{
    const int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= n) return;
    const unsigned i = first + (unsigned)t;
    p[2 * t] = base2(i);
    p[2 * t + 1] = base3(i);
}
