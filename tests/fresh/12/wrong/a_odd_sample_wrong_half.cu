// fpcheck: gain_db <<<1, 32>>> x=[0.5,-0.25,0.75,0.125,-0.5,0.375,0.625,9.0] y=empty:7 n=7 gain=2.0 want=[1.0,-0.5,1.5,0.25,-1.0,0.75,1.25] ref=y=want --tol 2ulp
// expect: error wrong half of a pair at line 17
// why: the last sample of an odd number lies in the low half of its pair; the tail takes the high half, which is padding
// figure: computed y[6] = 18, MPFR 1.25
#include <cuda_fp16.h>

// Samples are read two at a time; x is padded to an even number of them.
__global__ void gain_db(const __half *x, float *y, int n, float gain)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    const __half2 *pairs = reinterpret_cast<const __half2 *>(x);
    if (2 * i + 1 < n) {
        __half2 p = pairs[i];
        y[2 * i] = gain * __low2float(p);
        y[2 * i + 1] = gain * __high2float(p);
    } else if (2 * i < n) {
        y[2 * i] = gain * __high2float(pairs[i]);
    }
}
