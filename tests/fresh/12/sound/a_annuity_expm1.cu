// fpcheck: annuities <<<1, 32>>> rate=[1e-7,1e-5,0.0001,0.001,0.0,0.02] months=[360,360,240,120,60,48] value=empty:6 n=6
// expect: ok
// why: ((1 + i)^n - 1) / i is 0 / 0 for small rates and cancels near it, but it is formed by expm1(n log1p(i)), and a rate of 0 is taken apart
// figure: relative error at most 1.1e-07
// Final value of a monthly payment of 1.
__global__ void annuities(const float *rate, const int *months, float *value, int n)
{
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k >= n)
        return;
    float i = rate[k];
    float m = (float)months[k];
    value[k] = i == 0.0f ? m : expm1f(m * log1pf(i)) / i;
}
