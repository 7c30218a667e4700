// fpcheck: radiance <<<1, 32>>> x=[1e-6,3e-7,1e-4,0.01,1.0,20.0,1e-7] b=empty:7 n=7 ref=b=x*x*x/expm1(x) --tol rtol=1e-4,atol=0
// expect: error cancellation at line 8: exp(x) - 1 at small x, where expm1 keeps the digits
// Planck's law in reduced units.
__global__ void radiance(const float *x, float *b, int n)
{
    int i = threadIdx.x;
    if (i < n)
        b[i] = x[i] * x[i] * x[i] / (expf(x[i]) - 1.0f);
}
