// fpcheck: implied <<<1, 32>>> market=[16.397727966308594,10.870558738708496,6.888562202453613,0] strike=[90,100,110,3000] vol=empty:4 spot=100 rate=0.02 expiry=1 n=4
// expect: ok
// why: where vega is nothing Newton stops with what it has, so that no 0/0 is made; elsewhere five steps have converged
// figure: vol[1] 0.25 within 1e-6 relative; a price error of 1e-5 over vega 37 allows 3e-7
// Implied volatility of European calls by Newton's method from 20 %.
__device__ float cdf(float x) { return 0.5f * erfcf(-0.70710678f * x); }
__device__ float pdf(float x) { return 0.39894228f * expf(-0.5f * x * x); }

struct Call {
    float price, vega;
};

__device__ Call call(float s, float k, float r, float t, float v)
{
    float root = sqrtf(t);
    float d1 = (logf(s / k) + (r + 0.5f * v * v) * t) / (v * root);
    float d2 = d1 - v * root;
    Call c;
    c.price = s * cdf(d1) - k * expf(-r * t) * cdf(d2);
    c.vega = s * root * pdf(d1);
    return c;
}

__global__ void implied(const float *market, const float *strike, float *vol, float spot, float rate, float expiry, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float v = 0.2f;
    for (int step = 0; step < 5; step++) {
        Call c = call(spot, strike[i], rate, expiry, v);
        if (c.vega < 1e-6f)
            break;
        v -= (c.price - market[i]) / c.vega;
        v = fminf(fmaxf(v, 0.01f), 5.0f);
    }
    vol[i] = v;
}
