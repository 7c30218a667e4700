// fpcheck: bond_pv <<<1, 32>>> coupon=uniform(0.01,0.06):32 y=uniform(0.0001,0.05):32 pv=empty:32 periods=20 n=32
// expect: ok
// Clean price of a bullet bond; the annuity by expm1/log1p, which is accurate
// for yields close to zero as well.
#include <cuda_runtime.h>

__global__ void bond_pv(const float* __restrict__ coupon, const float* __restrict__ y,
                        float* __restrict__ pv, int periods, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float r = y[i];
    float l = -(float)periods * log1pf(r);
    float annuity = r == 0.0f ? (float)periods : -expm1f(l) / r;
    pv[i] = coupon[i] * annuity + expf(l);
}
