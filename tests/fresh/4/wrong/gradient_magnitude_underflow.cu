// fpcheck: grad_mag <<<1, 32>>> gx=[3e-23,4e-24,-1e-24,6e-23,5e-25,2e-23] gy=[4e-23,3e-24,1e-24,8e-23,1e-24,-2e-23] mag=empty:6 n=6 ref=mag=sqrt(gx*gx+gy*gy) --tol rtol=1e-5,atol=0
// expect: error underflow at line 10: the squares are below the smallest subnormal or keep a few bits of it
#include <cuda_runtime.h>

// edge strength of a field in SI units (very small numbers)
__global__ void grad_mag(const float* gx, const float* gy, float* mag, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float s = gx[i] * gx[i] + gy[i] * gy[i];
        mag[i] = sqrtf(s);
    }
}
