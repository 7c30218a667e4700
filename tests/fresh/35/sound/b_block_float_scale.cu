// fpcheck: block_scale <<<4, 32>>> x=@b_bfs_x.npy mant=empty:128:i16 expo=empty:4:i32 n=32 --ref mant=@b_bfs_m.npy --ref expo=@b_bfs_e.npy
// expect: ok
// why: block floating point of an FFT stage: the largest exponent is cut from the bits of the absolute values (one row is subnormal throughout, which frexpf-like normalising takes care of), and scaling by a power of two is exact
// figure: mant: largest error 0 (0 relative at its worst, largest |value| 12835), as simulated; expo: largest error 0 (0 relative at its worst, largest |value| 133), as simulated
#include <cuda_runtime.h>

__device__ int exponent_of(float v)
{
    unsigned b = __float_as_uint(v) & 0x7fffffffu;
    if (b == 0) return -200;
    if (b < 0x00800000u)
        return -149 + 31 - __clz((int)b);
    return (int)(b >> 23) - 127;
}

__global__ void block_scale(const float *x, short *mant, int *expo, int n)
{
    int i = blockIdx.x * n + threadIdx.x;
    int e = exponent_of(x[i]);
    for (int o = 16; o; o >>= 1)
        e = max(e, __shfl_xor_sync(0xffffffffu, e, o));
    // one bit of head room
    mant[i] = (short)__float2int_rn(scalbnf(x[i], 13 - e));
    if (threadIdx.x == 0) expo[blockIdx.x] = e;
}
