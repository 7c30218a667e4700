// fpcheck: sine_polynomial <<<1, 32>>> x=[0.1,-0.3,0.7,0.78,-0.785,0.5] y=empty:6 n=6 --ref y=sin(x) --tol rtol=1e-6,atol=0
// expect: error mismatch at line 10
// why: the coefficient of x^7 is 1/5400 instead of 1/5040
// figure: computed y[4] = -0.706827641, MPFR -0.7068252
// sin x for |x| <= pi/4, an odd polynomial in the scheme of Horner.
__device__ float sine_core(float x)
{
    float z = x * x;
    float p = 2.7557319e-6f;
    p = p * z - 1.8518519e-4f;
    p = p * z + 8.3333333e-3f;
    p = p * z - 1.6666667e-1f;
    return x + x * z * p;
}

__global__ void sine_polynomial(const float *x, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        y[i] = sine_core(x[i]);
}
