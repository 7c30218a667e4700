// fpcheck: quantise<<<1, 32>>> w=[12.0,-300.0,900.0,3000.0,-1600.0,40.0] out=empty:6 scale=0.125 n=6 --ref 'out=w*scale' --tol rtol=0.0625,atol=0.002
// expect: ok
// why: weights are far beyond e4m3's 448 and the type saturates silently, but the scale is applied before the cast and brings all of them into range
// figure: computed out[3] = 384 (nearest e4m3 of 375), MPFR 375: 2.4 % of 6.25 % allowed
// Weights brought into the range of fp8 and back to float for inspection.
#include <cuda_fp8.h>

__device__ float as_e4m3(float x)
{
    __nv_fp8_e4m3 q(x);
    return (float)q;
}

__global__ void quantise(const float *w, float *out, float scale, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = as_e4m3(w[i] * scale);
}
