// fpcheck: snap <<<1, 64>>> x=uniform(-500,500):64 y=empty:64 n=64
// expect: ok
// why: adding and taking away 1.5 * 2^23 looks like a loss of bits; it is the old trick that rounds to the nearest integer, within its range (|x| < 2^22)
// figure: computed y of 123.4 = 123.5, MPFR 123.5 (rounding to a quarter): exact for |x| < 1e6
#include <cuda_runtime.h>

// Snap pen positions (millimetres) to a grid of quarters.
__global__ void snap(const float *x, float *y, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    const float magic = 12582912.0f;
    float quarters = __fadd_rn(__fmul_rn(x[i], 4.0f), magic);
    quarters = __fadd_rn(quarters, -magic);
    y[i] = quarters * 0.25f;
}
