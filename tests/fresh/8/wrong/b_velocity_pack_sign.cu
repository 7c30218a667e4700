// fpcheck: compress_velocities<<<1, 32>>> vx=uniform(1,4):32 vy=uniform(-4,-1):32 packed=empty:32 wx=empty:32 wy=empty:32 n=32 ref=wx=vx --tol rtol=0.01,atol=0
// expect: error halves packed by hand at line 18
// why: the bits of vy are shifted as a signed int, so a negative vy fills the upper half with ones and vx becomes a NaN
// figure: computed packed = 0xffffbfc0, wx = -nan for (2.5, -1.5), exact wx = 2.5
#include <cuda_runtime.h>

// Rounds to nearest, ties away; velocities are far from the largest float.
__device__ unsigned rounded(float v)
{
    return __float_as_uint(v) + 0x8000u;
}

// vx in the upper half, vy in the lower one, both bfloat16.
__device__ unsigned pack(float vx, float vy)
{
    int high = (int)rounded(vx);
    int low = (int)rounded(vy);
    return (unsigned)((high & 0xffff0000) | (low >> 16));
}

__device__ float2 unpack(unsigned p)
{
    return make_float2(__uint_as_float(p & 0xffff0000u), __uint_as_float(p << 16));
}

// Stores the packed velocities, and what a reader will see of them.
__global__ void compress_velocities(const float *vx, const float *vy, unsigned *packed, float *wx, float *wy, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    packed[i] = pack(vx[i], vy[i]);
    float2 w = unpack(packed[i]);
    wx[i] = w.x;
    wy[i] = w.y;
}
