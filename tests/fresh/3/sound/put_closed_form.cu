// fpcheck: put_price <<<1, 64>>> spot=uniform(85,110):64 strike=uniform(90,100):64 put=empty:64 rate=0.02 vol=0.3 years=0.5 n=64
// expect: ok
// European put from its own closed form (no parity).
__device__ float cdf(float x) { return 0.5f * erfcf(-x * 0.70710678f); }

__global__ void put_price(const float* spot, const float* strike, float* put, float rate, float vol,
                          float years, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float s = spot[i], k = strike[i];
    float sq = vol * sqrtf(years);
    float d1 = (logf(s / k) + (rate + 0.5f * vol * vol) * years) / sq;
    float d2 = d1 - sq;
    put[i] = k * expf(-rate * years) * cdf(-d2) - s * cdf(-d1);
}
