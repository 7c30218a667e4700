// fpcheck: cross2 <<<1, 32>>> ux=uniform(0.5,1):32 uy=uniform(0.5,1):32 vx=uniform(0.5,1):32 vy=uniform(0.5,1):32 z=empty:32 n=32
// expect: ok
#include <cuda_runtime.h>

// Kahan's difference of products, accurate to 1.5 ulp
__global__ void cross2(const float* ux, const float* uy, const float* vx, const float* vy, float* z, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    float w = __fmul_rn(uy[i], vx[i]);
    float e = __fmaf_rn(-uy[i], vx[i], w);
    float d = __fmaf_rn(ux[i], vy[i], -w);
    z[i] = __fadd_rn(d, e);
}
