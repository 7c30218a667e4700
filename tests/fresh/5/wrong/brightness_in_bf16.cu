// fpcheck: mean_flux <<<1, 32>>> flux=const(1.5):2x1024 mean=empty:2 rows=2 n=1024 ref=mean=mean(flux,1) --tol rtol=1e-2,atol=0
// expect: error accumulator too narrow at line 12: a bfloat16 sum of 1.5s stands still at 512
#include <cuda_bf16.h>

__global__ void mean_flux(const float *flux, float *mean, int rows, int n)
{
    int r = threadIdx.x;
    if (r >= rows)
        return;
    __nv_bfloat16 sum = __float2bfloat16(0.0f);
    for (int j = 0; j < n; j++)
        sum = __hadd(sum, __float2bfloat16(flux[r * n + j]));
    mean[r] = __bfloat162float(sum) / (float)n;
}
