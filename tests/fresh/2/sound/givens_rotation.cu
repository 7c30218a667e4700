// fpcheck: givens <<<1, 32>>> a=[3,0,-1e20,1e-20,5] b=[4,2,1e20,3e-20,0] c=empty:5 s=empty:5 r=empty:5 n=5
// expect: ok
// Givens rotations without overflow (Golub and Van Loan, algorithm 5.1.3).
#include <cuda_runtime.h>

__global__ void givens(const float* __restrict__ a, const float* __restrict__ b,
                       float* __restrict__ c, float* __restrict__ s, float* __restrict__ r, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float f = a[i], g = b[i], cs, sn, rr;
    if (g == 0.0f) {
        cs = 1.0f; sn = 0.0f; rr = f;
    } else if (fabsf(g) > fabsf(f)) {
        float t = f / g;
        float u = copysignf(sqrtf(fmaf(t, t, 1.0f)), g);
        sn = 1.0f / u; cs = sn * t; rr = g * u;
    } else {
        float t = g / f;
        float u = copysignf(sqrtf(fmaf(t, t, 1.0f)), f);
        cs = 1.0f / u; sn = cs * t; rr = f * u;
    }
    c[i] = cs; s[i] = sn; r[i] = rr;
}
