// fpcheck: jacobian <<<1, 32>>> a=[33962.035,10000.125,1.0000001,3.0] b=[41563.4,10000.25,1.0000002,4.0] c=[-30438.8,10000.0,1.0,2.0] d=[-24871.969,10000.375,1.0000004,5.0] det=empty:4 n=4 want=[420437327.73812866,2500.046875,2.3841862173412665e-07,7.0] ref=det=want --tol rtol=3e-7,atol=0
// expect: ok
// why: a difference of nearly equal products, but the rounding error of one product is computed by fma and added back (Kahan)
// figure: det[0] computed 420437312, MPFR 420437327.738; error 16 of 1.3e+02 allowed
// Jacobian of a mesh cell, a d - b c, within 1.5 ulp.
__device__ float difference_of_products(float a, float b, float c, float d)
{
    float w = __fmul_rn(b, c);
    float e = __fmaf_rn(-b, c, w);
    float f = __fmaf_rn(a, d, -w);
    return __fadd_rn(f, e);
}

__global__ void jacobian(const float *a, const float *b, const float *c, const float *d, float *det, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        det[i] = difference_of_products(a[i], b[i], c[i], d[i]);
}
