// fpcheck: dft_band<<<1, 64>>> x=uniform(-1,1):1024 re=empty:64 im=empty:64 n=1024 first=900 step=-0.006135923151542565
// expect: error approximation at line 14
// why: the fast sine is meant for |angle| up to pi; here the unreduced angle reaches some 6000 radians, where also the product itself has a spacing of 2^-11
// figure: re[50] computed -4.782619 by the rounded angles alone (the fast sine adds more), MPFR -4.781079: relative 3.2e-04
#include <cuda_runtime.h>

__global__ void dft_band(const float *x, float *re, float *im, int n, int first, float step)
{
    int k = first + (int)(blockIdx.x * blockDim.x + threadIdx.x);
    float a = 0.0f, b = 0.0f;
    for (int j = 0; j < n; j++) {
        float angle = step * (float)(k * j);
        float s, c;
        __sincosf(angle, &s, &c);
        a += x[j] * c;
        b += x[j] * s;
    }
    re[k - first] = a;
    im[k - first] = b;
}
