// fpcheck: fast_exp <<<3, 32>>> x=@b_exp_magic_rounding_x.npy y=empty:96 n=96 --ref 'y=exp(x)' --tol 4ulp
// expect: ok
// why: absorption of the fraction beside 1.5 * 2^23 and an exponent shifted out of a float's bits are the rounding and scaling that are meant
// figure: y[23] computed 1.20126446e-18, exact 1.20126454e-18 (error 7.5e-26, 0.16 of the tolerance; worst of 96)
#include <cuda_runtime.h>
// exp by 2^k e^r: k is rounded by adding 1.5 * 2^23, and 2^k is made of the low bits of that very sum.
__device__ float my_exp(float x)
{
    const float magic = 12582912.0f;
    const float t = __fmaf_rn(x, 1.4426950408889634f, magic);
    const float k = __fsub_rn(t, magic);
    float r = __fmaf_rn(k, -0.693145751953125f, x);
    r = __fmaf_rn(k, -1.428606765330187e-6f, r);
    float p = 1.9841270e-4f;
    p = fmaf(p, r, 1.3888889e-3f);
    p = fmaf(p, r, 8.3333333e-3f);
    p = fmaf(p, r, 4.1666668e-2f);
    p = fmaf(p, r, 1.6666667e-1f);
    p = fmaf(p, r, 0.5f);
    p = fmaf(p, r, 1.0f);
    p = fmaf(p, r, 1.0f);
    return p * __uint_as_float((__float_as_uint(t) + 127u) << 23);
}
__global__ void fast_exp(const float* __restrict__ x, float* y, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = my_exp(x[i]);
}
