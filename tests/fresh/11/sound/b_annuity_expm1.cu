// fpcheck: annuity <<<1, 32>>> rate=[1e-6,1e-4,0.01,0.05,0.0,1e-9] value=empty:6 periods=360 n=6 want=[359.93502784,353.579702946,97.2183330304,19.9999992311,360,359.99993502] ref=value=want --tol rtol=1e-6,atol=0
// expect: ok
// why: (1 - (1+r)^-n) / r cancels for small rates, but by log1p and expm1 it does not; a rate of 0 is taken apart
// figure: computed value[0] = 359.935059, MPFR 359.935028; error 3.1e-05, tolerance 0.00036
// Present value of 1 a period.
__device__ float present_value(float r, int periods)
{
    if (r == 0.0f)
        return (float)periods;
    float e = -(float)periods * log1pf(r);
    return -expm1f(e) / r;
}

__global__ void annuity(const float *rate, float *value, int periods, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        value[i] = present_value(rate[i], periods);
}
