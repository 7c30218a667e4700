// fpcheck: wind_speed <<<1, 64>>> u=[3.0,-4.0,12.0,6.0,0.5,-8.0,20.0,9.0] v=[4.0,3.0,-5.0,8.0,-1.2001953125,-6.0,21.0,-12.0] speed=empty:8 n=8 want=[5.0,5.0,13.0,10.0,1.30018029,10.0,29.0,15.0] ref=speed=want --tol rtol=2e-3,atol=0
// expect: error packing at line 14
// why: the low half of a negative v is sign-extended over the high half before the or: u becomes NaN, which fminf turns into the limit
// figure: speed[2]: computed 113, MPFR 13
// Wind components travel as two halves in one word; the neighbouring warp unpacks them.
#include <cuda_fp16.h>

#define STRONGEST 113.0f

__device__ int pack(float u, float v)
{
    short hi = __half_as_short(__float2half_rn(u));
    short lo = __half_as_short(__float2half_rn(v));
    return (hi << 16) | lo;
}

__device__ float2 unpack(int word)
{
    float u = __half2float(__short_as_half((short)(word >> 16)));
    float v = __half2float(__short_as_half((short)(word & 0xffff)));
    return make_float2(u, v);
}

__global__ void wind_speed(const float *u, const float *v, float *speed, int n)
{
    __shared__ int words[64];
    int i = threadIdx.x;
    words[i] = i < n ? pack(u[i], v[i]) : 0;
    __syncthreads();
    if (i >= n)
        return;
    float2 w = unpack(words[i]);
    speed[i] = fminf(sqrtf(w.x * w.x + w.y * w.y), STRONGEST);
}
