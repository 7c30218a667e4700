// fpcheck: two_sided_p <<<1, 32>>> mean=[10.5,11.75,12.6,13.05,13.625,11.0,14.25,10.125] p=empty:8 mu=10.0 se=0.5 n=8
// expect: error cancellation at line 17
// why: the tail probability as 1 - erf: from 5.4 sigma on erf is 1 and the p-value 0; log10 of it is then -inf, clamped
// figure: computed p[4]->log10 clamped to -30, MPFR log10 -12.3801 (and p[3] -30, MPFR -8.97441)
// log10 of the two-sided p-value of a z-test per gene, for a Manhattan plot.
__device__ __forceinline__ float z_score(float mean, float mu, float se)
{
    return fabsf(mean - mu) / se;
}

__global__ void two_sided_p(const float *mean, float *p, float mu, float se, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float z = z_score(mean[i], mu, se);
    float tail = 1.0f - erff(z * 0.70710678f);
    p[i] = fmaxf(log10f(tail), -30.0f);
}
