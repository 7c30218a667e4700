// fpcheck: refocus <<<1, 32>>> a=[1,1,0.25,3,1e-6] b=[1000,94906.25,33,-7.5,12] c=[1,94906.25,4,2.25,3] near=empty:5 far=empty:5 n=5
// expect: ok
// why: b^2 - 4 a c with nearby products and -b + sqrt(...) look like cancellation: the discriminant is by fma with the error of the product (Kahan), the smaller root by c over the larger
// figure: computed near[0] = -0.001000001, MPFR -0.001000001000002 (relative error 6e-8)

// b * b - 4 a c, correct to about an ulp.
__device__ float discriminant(float a, float b, float c)
{
    float p = __fmul_rn(4.0f * a, c);
    float e = __fmaf_rn(-4.0f * a, c, p);
    float f = __fmaf_rn(b, b, -p);
    return __fadd_rn(f, e);
}

// Roots of a x^2 + b x + c.
__global__ void refocus(const float *a, const float *b, const float *c, float *near, float *far, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float d = fmaxf(discriminant(a[i], b[i], c[i]), 0.0f);
    float q = -0.5f * (b[i] + copysignf(sqrtf(d), b[i]));
    far[i] = q / a[i];
    near[i] = c[i] / q;
}
