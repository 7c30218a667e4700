// fpcheck: cohort_variance <<<1, 32>>> year=[1980.0,1980.25,1980.5,1980.75,1981.0,1981.25,1981.5,1981.75,1980.0,1980.25,1980.5,1980.75,1981.0,1981.25,1981.5,1981.75,1980.0,1980.25,1980.5,1980.75,1981.0,1981.25,1981.5,1981.75,1980.0,1980.25,1980.5,1980.75,1981.0,1981.25,1981.5,1981.75,1980.0,1980.25,1980.5,1980.75,1981.0,1981.25,1981.5,1981.75,1980.0,1980.25,1980.5,1980.75,1981.0,1981.25,1981.5,1981.75,1980.0,1980.25,1980.5,1980.75,1981.0,1981.25,1981.5,1981.75,1980.0,1980.25,1980.5,1980.75,1981.0,1981.25,1981.5,1981.75] variance=empty:1 n=64 ref=variance=want want=[0.3333333333333333] --tol rtol=1e-5,atol=0
// expect: ok
// why: the textbook formula E[x^2] - E[x]^2 on years near 1980, but shifted by the first year, so that both terms are of the size of the variance
// figure: computed 0.3333333432674408, MPFR 0.3333333333333333: relative error 3.0e-08 of 1e-5
// Sample variance of the years of birth of a cohort, one warp.
__device__ float warp_sum(float v)
{
    for (int o = 16; o > 0; o >>= 1)
        v += __shfl_xor_sync(0xffffffffu, v, o);
    return v;
}

__global__ void cohort_variance(const float *year, float *variance, int n)
{
    float shift = year[0];
    float s = 0.0f, q = 0.0f;
    for (int i = threadIdx.x; i < n; i += 32) {
        float d = year[i] - shift;
        s += d;
        q += d * d;
    }
    s = warp_sum(s);
    q = warp_sum(q);
    if (threadIdx.x == 0)
        variance[0] = (q - s * s / (float)n) / (float)(n - 1);
}
