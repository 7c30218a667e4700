// fpcheck: price_calls <<<1, 64>>> spot=@b_bs_spot.npy strike=@b_bs_strike.npy years=@b_bs_years.npy price=empty:40 rate=0.03 sigma=0.25 n=40 ref=price=@b_bs_price.npy --tol rtol=1e-4,atol=1e-4
// expect: error mismatch at line 11
// why: two digits of a coefficient of the normal distribution's polynomial are swapped (1.718477937 for 1.781477937)
// figure: computed 19.1492635, MPFR 14.2279616 (price[36]; with the right coefficient 14.2279653)
// Abramowitz and Stegun 26.2.17, error below 7.5e-8.
__device__ float normal_cdf(float x)
{
    float t = 1.0f / (1.0f + 0.2316419f * fabsf(x));
    float poly = 1.330274429f;
    poly = poly * t - 1.821255978f;
    poly = poly * t + 1.718477937f;
    poly = poly * t - 0.356563782f;
    poly = poly * t + 0.319381530f;
    float tail = 0.3989422804f * expf(-0.5f * x * x) * poly * t;
    return x >= 0.0f ? 1.0f - tail : tail;
}

__device__ float call_price(float spot, float strike, float years, float rate, float sigma)
{
    float root = sigma * sqrtf(years);
    float d1 = (logf(spot / strike) + (rate + 0.5f * sigma * sigma) * years) / root;
    float d2 = d1 - root;
    return spot * normal_cdf(d1) - strike * expf(-rate * years) * normal_cdf(d2);
}

__global__ void price_calls(const float *spot, const float *strike, const float *years, float *price, float rate, float sigma, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        price[i] = call_price(spot[i], strike[i], years[i], rate, sigma);
}
