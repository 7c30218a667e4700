// fpcheck: wind_speed <<<1, 64>>> u=[3.0,-4.0,12.0,6.0,0.5,-8.0,20.0,9.0] v=[4.0,3.0,-5.0,8.0,-1.2001953125,-6.0,21.0,-12.0] speed=empty:8 n=8 want=[5.0,5.0,13.0,10.0,1.30018029,10.0,29.0,15.0] ref=speed=want --tol rtol=2e-3,atol=0
// expect: ok
// why: halves by hand in a word, with the low one masked and the shift on unsigned numbers; all inputs are halves exactly
// figure: speed[4]: computed 1.30018032, MPFR 1.300180291
// Wind components travel as two halves in one word; the neighbouring warp unpacks them.
#include <cuda_fp16.h>

#define STRONGEST 113.0f

__device__ unsigned pack(float u, float v)
{
    unsigned hi = __half_as_ushort(__float2half_rn(u));
    unsigned lo = __half_as_ushort(__float2half_rn(v));
    return (hi << 16) | (lo & 0xffffu);
}

__device__ float2 unpack(unsigned word)
{
    float u = __half2float(__ushort_as_half((unsigned short)(word >> 16)));
    float v = __half2float(__ushort_as_half((unsigned short)(word & 0xffffu)));
    return make_float2(u, v);
}

__global__ void wind_speed(const float *u, const float *v, float *speed, int n)
{
    __shared__ unsigned words[64];
    int i = threadIdx.x;
    words[i] = i < n ? pack(u[i], v[i]) : 0u;
    __syncthreads();
    if (i >= n)
        return;
    float2 w = unpack(words[i]);
    speed[i] = fminf(sqrtf(w.x * w.x + w.y * w.y), STRONGEST);
}
