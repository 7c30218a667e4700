// fpcheck: triangle_area_kahan <<<1, 32>>> a=[10000,5000,3000.5,5] b=[9999.5,4999.9,3000,4] c=[0.75,0.25,0.75,3] area=empty:4 n=4 ref=0.25*sqrt((a+(b+c))*(c-(a-b))*(c+(a-b))*(a+(b-c))) --tol rtol=1e-5
// expect: ok
// Kahan's area of a triangle from its sorted sides; the parentheses matter.
#include <cuda_runtime.h>

__global__ void triangle_area_kahan(const float* __restrict__ a, const float* __restrict__ b,
                                    const float* __restrict__ c, float* __restrict__ area, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float x = a[i], y = b[i], z = c[i];
    float hi = fmaxf(x, fmaxf(y, z));
    float lo = fminf(x, fminf(y, z));
    float mid = fmaxf(fminf(x, y), fminf(fmaxf(x, y), z));
    float p = __fadd_rn(hi, __fadd_rn(mid, lo));
    float q = __fsub_rn(lo, __fsub_rn(hi, mid));
    float r = __fadd_rn(lo, __fsub_rn(hi, mid));
    float s = __fadd_rn(hi, __fsub_rn(mid, lo));
    area[i] = q > 0.0f ? 0.25f * sqrtf((p * q) * (r * s)) : 0.0f;
}
