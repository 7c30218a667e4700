// fpcheck: implied_vol <<<1, 64>>> price=@a_iv_price.npy strike=@a_iv_strike.npy spot=100.0 years=0.25 vol=empty:64 n=64 --ref 'vol=@a_iv_vol.npy' --tol rtol=2e-2
// expect: error infinity at line 29
// why: in the wings the vega of the starting volatility underflows to 0, the Newton step is diff/0 (inf, or NaN for 0/0), and fminf/fmaxf turn it into a bound that looks like a quote
// figure: vol[63] computed 0.00999999978, MPFR 0.599999992
__device__ float cdf(float x) { return 0.5f * erfcf(-0.70710678f * x); }

__device__ float call_price(float s, float k, float t, float v)
{
    float w = v * sqrtf(t);
    float d1 = logf(s / k) / w + 0.5f * w;
    return s * cdf(d1) - k * cdf(d1 - w);
}

__device__ float call_vega(float s, float k, float t, float v)
{
    float w = v * sqrtf(t);
    float d1 = logf(s / k) / w + 0.5f * w;
    return s * sqrtf(t) * 0.39894228f * expf(-0.5f * d1 * d1);
}

__global__ void implied_vol(const float *price, const float *strike, float spot, float years, float *vol, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float v = 0.05f;
    for (int it = 0; it < 40; ++it) {
        float diff = call_price(spot, strike[i], years, v) - price[i];
        float step = diff / call_vega(spot, strike[i], years, v);
        v = fminf(fmaxf(v - step, 0.01f), 4.0f);
    }
    vol[i] = v;
}
