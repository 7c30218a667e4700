// fpcheck: folded_fraction<<<1, 32>>> dg=[-2.0, 5.0, -30.0, -300.0, 12.0, -250.0, 0.0, 200.0] fraction=empty:8 n=8 rt=2.5 ref=fraction=1/(1+exp(dg/2.5)) --tol rtol=2e-5,atol=1e-30
// expect: ok
// why: energies of -300 would overflow exp(-dG/RT), but the exponent is always of minus the magnitude, so exp only underflows towards 0, where 1 + 0 is right
// figure: largest error 0.0059 of the tolerance
#include <cuda_runtime.h>

__device__ float two_state(float dg, float rt)
{
    float z = dg / rt;
    float e = expf(-fabsf(z)); // in (0, 1]
    float s = 1.0f / (1.0f + e);
    return z <= 0.0f ? s : e * s;
}

__global__ void folded_fraction(const float *dg, float *fraction, int n, float rt)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        fraction[i] = two_state(dg[i], rt);
}
