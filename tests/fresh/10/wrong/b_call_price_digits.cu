// fpcheck: call_price <<<1, 32>>> spot=[100.0,95.0,110.0,120.0,80.0,105.0,99.0,101.0] strike=[100.0,100.0,100.0,100.0,100.0,110.0,90.0,95.0] rate=0.03 sigma=0.25 years=0.75 price=empty:8 n=8 want=[9.682863503633364,6.9946197379171835,16.355246170150494,24.38010800657021,1.8240446775109955,7.941348066327855,14.719721553135443,13.028428651739652] ref=price=want --tol rtol=1e-4,atol=1e-4
// expect: error mismatch at line 12
// why: 0.365563782 should read 0.356563782: two digits of the polynomial are swapped
// figure: computed price[0] = 10.3522, MPFR 9.68286
// European calls by Black and Scholes; the normal distribution by Abramowitz and Stegun 26.2.17.
__device__ float normal_cdf(float x)
{
    float k = 1.0f / (1.0f + 0.2316419f * fabsf(x));
    float poly = 1.330274429f;
    poly = poly * k - 1.821255978f;
    poly = poly * k + 1.781477937f;
    poly = poly * k - 0.365563782f;
    poly = poly * k + 0.319381530f;
    float tail = 0.3989422804f * expf(-0.5f * x * x) * poly * k;
    return x > 0.0f ? 1.0f - tail : tail;
}

__global__ void call_price(const float *spot, const float *strike, float rate, float sigma, float years, float *price, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float root = sigma * sqrtf(years);
    float d1 = (logf(spot[i] / strike[i]) + (rate + 0.5f * sigma * sigma) * years) / root;
    price[i] = spot[i] * normal_cdf(d1) - strike[i] * expf(-rate * years) * normal_cdf(d1 - root);
}
