// fpcheck: compound <<<1, 32>>> principal=[1000,2500,100,5000] rate=[0.01,0.02,0.015,0.005] value=empty:4 periods=87600 n=4 ref=principal*exp(87600*log1p(rate/8760)) --tol rtol=1e-4
// expect: error cancellation at line 16: 1 + rate/8760 rounds the hourly rate to a multiple of 2^-23, and 87600 periods multiply that; off by up to 0.4 %
// Future value of an account that compounds hourly, one account per thread.
#include <cuda_runtime.h>
#include <math.h>

__global__ void compound(const float* __restrict__ principal,
                         const float* __restrict__ rate,
                         float* __restrict__ value,
                         int periods, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;

    float hourly = rate[i] / 8760.0f;
    float growth = 1.0f + hourly;
    // log/exp form is much faster than a loop over the hours
    float factor = expf((float)periods * logf(growth));
    value[i] = principal[i] * factor;
}
