// fpcheck: conv_int8 <<<2, 32>>> x=@b_dp4_x.npy w=@b_dp4_w.npy q=empty:64 words=40 shift=9 --ref q=@b_dp4_ref.npy
// expect: ok
// why: int8 dot products in an int accumulator that cannot overflow (160 * 127^2), rounded by half a unit before an arithmetic shift, and saturated on purpose
// figure: q: largest error 0 (0 relative at its worst, largest |value| 128), as simulated
#include <cuda_runtime.h>

__global__ void conv_int8(const int *x, const int *w, signed char *q, int words, int shift)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int acc = 0;
    for (int k = 0; k < words; k++)
        acc = __dp4a(x[i + k], w[k], acc);
    int rounded = (acc + (1 << (shift - 1))) >> shift;
    q[i] = (signed char)max(-128, min(127, rounded));
}
