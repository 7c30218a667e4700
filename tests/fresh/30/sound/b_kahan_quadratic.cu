// fpcheck: roots <<<1, 32>>> a=[4098.0,1.0,1.0,94906.0,3.0] b=[4097.0,10000.0,-3.0,94905.5,1000.0] c=[4096.0,1.0,2.0,94905.0,333333.0] small=empty:5 large=empty:5 n=5 want=[0.999511957,5.00000001e-05,-0.354248689,0.999989463,333.0] ref=small=want --tol rtol=5e-7,atol=0
// expect: ok
// why: b b - a c cancels nearly all bits; the rounding error of a c comes back by an fma, and the smaller root is c over the larger one
// figure: small[0]: computed 0.999511957, MPFR 0.999511957
#include <cuda_runtime.h>

// a b - c d to 1.5 ulp (Kahan).
__device__ float difference_of_products(float a, float b, float c, float d)
{
    float w = __fmul_rn(c, d);
    float e = __fmaf_rn(-c, d, w);
    float f = __fmaf_rn(a, b, -w);
    return __fadd_rn(f, e);
}

// a x^2 - 2 b x + c = 0
__global__ void roots(const float *a, const float *b, const float *c, float *small, float *large, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float d = difference_of_products(b[i], b[i], a[i], c[i]);
    if (d < 0.0f) {
        small[i] = large[i] = 0.0f;
        return;
    }
    float q = b[i] + copysignf(sqrtf(d), b[i]);
    large[i] = q / a[i];
    small[i] = c[i] / q;
}
