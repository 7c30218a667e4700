// fpcheck: dft_band<<<1, 64>>> x=uniform(-1,1):1024 re=empty:64 im=empty:64 n=1024 first=900
// expect: ok
// why: the product of bin and sample reaches a million, but it is an integer and is reduced modulo n before it becomes a float; the division by a power of two is exact
// figure: re[50] computed -4.7810831, MPFR -4.7810788: error 4.3e-06, allowed about 1e-4 (sum of magnitudes 320)
#include <cuda_runtime.h>

__global__ void dft_band(const float *x, float *re, float *im, int n, int first)
{
    int k = first + (int)(blockIdx.x * blockDim.x + threadIdx.x);
    float a = 0.0f, b = 0.0f;
    for (int j = 0; j < n; j++) {
        int phase = (k * j) & (n - 1);
        float s, c;
        sincospif(-2.0f * (float)phase / (float)n, &s, &c);
        a = fmaf(x[j], c, a);
        b = fmaf(x[j], s, b);
    }
    re[k - first] = a;
    im[k - first] = b;
}
