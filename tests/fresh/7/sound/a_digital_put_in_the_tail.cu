// fpcheck: digital_put<<<1, 32>>> spot=[100.0,100.0,100.0,80.0] strike=[95.0,60.0,45.0,100.0] value=empty:4 payout=1000.0 rate=0.02 sigma=0.3 years=0.5 n=4
// expect: ok
// why: N(-d) for d near 4 is about 1e-4, which 1 - N(d) would cancel; the tail comes from erfcf of a positive argument and keeps its relative accuracy
// figure: computed value[2] = 0.10452989, MPFR 0.104529936 (relative error 3.9e-7, allowed 1.9e-6)
// Black-Scholes value of a cash-or-nothing put: payout e^(-rT) N(-d2).
__device__ float distance(float spot, float strike, float rate, float sigma, float years)
{
    float drift = (rate - 0.5f * sigma * sigma) * years;
    return (logf(spot / strike) + drift) / (sigma * sqrtf(years));
}

// N(-d)
__device__ float lower_tail(float d)
{
    return 0.5f * erfcf(d * 0.70710678f);
}

__global__ void digital_put(const float *spot, const float *strike, float *value, float payout, float rate, float sigma, float years, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float d2 = distance(spot[i], strike[i], rate, sigma, years);
    value[i] = payout * expf(-rate * years) * lower_tail(d2);
}
