// fpcheck: bracketed_vol <<<1, 64>>> price=@a_iv_price.npy strike=@a_iv_strike.npy spot=100.0 years=0.25 vol=empty:64 n=64 --ref 'vol=@a_iv_vol.npy' --tol rtol=5e-3
// expect: ok
// why: Newton divides by a vega that underflows to 0 and makes inf, but a step that leaves the bracket (inf and NaN too: the comparison is written so) is replaced by bisection
// figure: largest relative error 5.31e-06 at vol[0] (0.350001812, exact 0.349999952), largest absolute error 1.86e-06
__device__ float cdf(float x) { return 0.5f * erfcf(-0.70710678f * x); }

__global__ void bracketed_vol(const float *price, const float *strike, float spot, float years, float *vol, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const float root = sqrtf(years), k = strike[i], p = price[i], lm = logf(spot / k);
    float lo = 0.01f, hi = 4.0f, v = 0.05f;
    for (int it = 0; it < 60; ++it) {
        float w = v * root;
        float d1 = lm / w + 0.5f * w;
        float diff = spot * cdf(d1) - k * cdf(d1 - w) - p;
        float vega = spot * root * 0.39894228f * expf(-0.5f * d1 * d1);
        if (diff > 0.0f)
            hi = v;
        else
            lo = v;
        float next = v - diff / vega;
        if (!(next > lo && next < hi))
            next = 0.5f * (lo + hi);
        v = next;
    }
    vol[i] = v;
}
