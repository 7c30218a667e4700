// fpcheck: puts <<<1, 4>>> strike=[60,80,95,100] put=empty:4 spot=100.0 rate=0.02 sigma=0.15 years=0.5 n=4
// expect: error cancellation at line 26
// why: a deep out-of-the-money put by put-call parity: the difference of amounts near 100 has steps of 8e-6, the put is worth 7e-7
// figure: put[0] computed -3.815e-06, MPFR 7.03e-07
// European puts from Black-Scholes calls by put-call parity.
__device__ inline float normal_cdf(float x)
{
    return 0.5f * erfcf(-0.70710678f * x);
}

__device__ float call_price(float spot, float strike, float rate, float sigma, float years)
{
    float spread = sigma * sqrtf(years);
    float d1 = (logf(spot / strike) + (rate + 0.5f * sigma * sigma) * years) / spread;
    float d2 = d1 - spread;
    return spot * normal_cdf(d1) - strike * expf(-rate * years) * normal_cdf(d2);
}

__global__ void puts(const float *strike, float *put, float spot, float rate, float sigma, float years, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float k = strike[i];
    float call = call_price(spot, k, rate, sigma, years);
    put[i] = call - spot + k * expf(-rate * years);
}
