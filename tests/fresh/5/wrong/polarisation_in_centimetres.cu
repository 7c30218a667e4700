// fpcheck: polarisation <<<1, 32>>> x=[3e17,2e19,3e19,1e20,5e18] y=[4e17,1e19,4e19,2e20,1e19] weight=empty:5 n=5 ref=weight=(x/y)*(x/y)/((x/y)*(x/y)+1) --tol rtol=1e-5,atol=1e-6
// expect: error NaN swallowed by max at line 11: squares of distances in cm overflow, inf/inf is NaN, and fmaxf makes a plausible 0 of it
// cos^2 of the scattering plane, positions in cgs units.
__global__ void polarisation(const float *x, const float *y, float *weight, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float xx = x[i] * x[i];
    float yy = y[i] * y[i];
    float cos2 = xx / (xx + yy);
    weight[i] = fminf(fmaxf(cos2, 0.0f), 1.0f);
}
