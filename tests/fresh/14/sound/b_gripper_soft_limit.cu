// fpcheck: soft_limit <<<1, 32>>> fx=[300.0,12.0,0.5,-180.0] fy=[40.0,5.0,0.25,220.0] fz=[-20.0,3.0,1.0,100.0] ox=empty:4:f32 oy=empty:4:f32 oz=empty:4:f32 limit=50.0 n=4
// expect: ok
// why: forces are kept in half, whose squares would overflow, but are widened to float first; all of the inputs are halves exactly
// figure: computed 49.4535332, MPFR 49.4535355: relative error 4.7e-08 against 2e-6
#include <cuda_fp16.h>

// Force vectors live in shared memory as halves, two and two; arithmetic is in float.
__global__ void soft_limit(const float *fx, const float *fy, const float *fz, float *ox, float *oy, float *oz,
                           float limit, int n)
{
    __shared__ __half2 xy[32];
    __shared__ __half2 z_[32];
    int i = threadIdx.x;
    xy[i] = i < n ? __floats2half2_rn(fx[i], fy[i]) : __float2half2_rn(0.0f);
    z_[i] = i < n ? __floats2half2_rn(fz[i], 0.0f) : __float2half2_rn(0.0f);
    __syncthreads();
    if (i >= n)
        return;
    float2 a = __half22float2(xy[i]);
    float c = __low2float(z_[i]);
    float m = sqrtf(a.x * a.x + a.y * a.y + c * c);
    float scale = fminf(1.0f, limit / m); // m = 0: limit / 0 is infinite, and the scale is 1
    ox[i] = scale * a.x;
    oy[i] = scale * a.y;
    oz[i] = scale * c;
}
