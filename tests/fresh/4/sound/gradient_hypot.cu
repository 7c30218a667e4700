// fpcheck: grad_mag <<<1, 32>>> gx=[3e-23,4e-24,-1e-24,6e-23,5e30,2e-23] gy=[4e-23,3e-24,1e-24,8e-23,1e30,-2e-23] mag=empty:6 n=6 ref=mag=sqrt(gx*gx+gy*gy) --tol rtol=1e-5,atol=0
// expect: ok
#include <cuda_runtime.h>

__global__ void grad_mag(const float* gx, const float* gy, float* mag, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    float a = fabsf(gx[i]), b = fabsf(gy[i]);
    float hi = fmaxf(a, b), lo = fminf(a, b);
    if (hi == 0.0f) {
        mag[i] = 0.0f;
        return;
    }
    float q = lo / hi;
    mag[i] = hi * sqrtf(fmaf(q, q, 1.0f));
}
