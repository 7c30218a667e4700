// fpcheck: effective<<<1, 32>>> nominal=[0.05,1e-6,0.0003,0.2,1e-9] periods=[12,365,4,365,52] rate=empty:5 n=5
// expect: ok
// why: (1 + r/m)^m - 1 with r/m down to 1e-11: log1p and expm1 never form 1 + r/m, so nothing is lost
// figure: computed rate[1] = 1.00000045e-06, MPFR 1.000000496e-6 (relative error 4.4e-8, allowed 1.9e-6)
// Effective annual rate of a nominal rate with m periods a year.
__device__ float compound(float r, int m)
{
    return expm1f(m * log1pf(r / m));
}

__global__ void effective(const float *nominal, const int *periods, float *rate, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        rate[i] = compound(nominal[i], periods[i]);
}
