// fpcheck: grow <<<1, 32>>> rate=[0.01,0.02,0.035,0.05,0.0475,0.1] factor=empty:6 periods=525600 years=10 n=6
// expect: error absorbed at line 8
// why: the rate of a minute is below half an ulp of 1: 1 + r/m is 1 (or one ulp too much), and the power makes 1 of it
// figure: computed factor[0] = 1, factor[5] = 3.501277, MPFR 1.105171, 2.718282
// Growth factor of a deposit with interest credited every minute.
__device__ float per_period(float rate, int periods)
{
    return 1.0f + rate / (float)periods;
}

__device__ float power(float base, int e)
{
    float r = 1.0f;
    while (e > 0) {
        if (e & 1)
            r *= base;
        base *= base;
        e >>= 1;
    }
    return r;
}

__global__ void grow(const float *rate, float *factor, int periods, int years, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        factor[i] = power(per_period(rate[i], periods), periods * years);
}
