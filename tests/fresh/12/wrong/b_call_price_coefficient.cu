// fpcheck: call_price <<<1, 32>>> spot=[80.0,90.0,95.0,100.0,105.0,110.0,125.0,140.0] strike=[100.0,100.0,100.0,100.0,100.0,105.0,110.0,120.0] price=empty:8 rate=0.03 sigma=0.25 years=0.75 n=8 want=[1.824044678,4.78893873,6.994619738,9.682863504,12.82006462,13.29425958,21.05659777,25.90161878] ref=price=want --tol rtol=1e-5,atol=1e-4
// expect: error mismatch at line 11
// why: the third coefficient of Abramowitz and Stegun 26.2.17 is 1.781477937, not 1.718477937.
// figure: computed 14.26084, MPFR 9.6828635 (price[3])
#define INV_SQRT_2PI 0.3989422804f

__device__ float normal_cdf(float x)
{
    const float a1 = 0.319381530f;
    const float a2 = -0.356563782f;
    const float a3 = 1.718477937f;
    const float a4 = -1.821255978f;
    const float a5 = 1.330274429f;
    float z = fabsf(x);
    float k = 1.0f / (1.0f + 0.2316419f * z);
    float poly = k * (a1 + k * (a2 + k * (a3 + k * (a4 + k * a5))));
    float tail = INV_SQRT_2PI * expf(-0.5f * z * z) * poly;
    return x >= 0.0f ? 1.0f - tail : tail;
}

__global__ void call_price(const float *spot, const float *strike, float *price, float rate, float sigma, float years, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float root = sigma * sqrtf(years);
    float d1 = (logf(spot[i] / strike[i]) + (rate + 0.5f * sigma * sigma) * years) / root;
    float d2 = d1 - root;
    price[i] = spot[i] * normal_cdf(d1) - strike[i] * expf(-rate * years) * normal_cdf(d2);
}
