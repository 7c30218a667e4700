// fpcheck: roots<<<1, 32>>> a=[1.0,1.0,2.0,1.0,0.5] b=[-1e4,3e4,-5.0,2.0,1e-3] c=[1.0,2.0,3.0,0.75,-7.0] small=empty:5 large=empty:5 n=5
// expect: ok
// why: -b and the root of the discriminant nearly cancel, but the sum with equal signs is formed only, and the small root is c over it; the discriminant has the error of b*b added by fma
// figure: computed small[0] = 9.99999975e-05, MPFR 0.000100000001
// Both roots of a x^2 + b x + c (Kahan's discriminant, stable form).
__device__ float discriminant(float a, float b, float c)
{
    float q = 4.0f * a;
    float w = __fmul_rn(q, c);
    float e = fmaf(-q, c, w);
    return fmaf(b, b, -w) + e;
}

__global__ void roots(const float *a, const float *b, const float *c, float *small, float *large, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float d = fmaxf(discriminant(a[i], b[i], c[i]), 0.0f);
    float q = -0.5f * (b[i] + copysignf(sqrtf(d), b[i]));
    large[i] = q / a[i];
    small[i] = c[i] / q;
}
