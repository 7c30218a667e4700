// fpcheck: quantise <<<2, 64>>> x=@b_mgc_x.npy q=empty:128 inv=16.0 n=128 --ref q=@b_mgc_ref.npy
// expect: ok
// why: rounds by adding 1.5 * 2^23 and takes the low bits of the sum as a two's complement integer: looks like absorption and a bit trick, and is exact rounding to even for the range
// figure: q: largest error 0 (0 relative at its worst, largest |value| 127), as simulated
#include <cuda_runtime.h>

__global__ void quantise(const float *x, signed char *q, float inv, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float v = fminf(fmaxf(x[i] * inv, -127.0f), 127.0f);
    float shifted = __fadd_rn(v, 12582912.0f);
    int r = __float_as_int(shifted) - 0x4b400000;
    q[i] = (signed char)r;
}
