// fpcheck: put_price <<<1, 64>>> spot=uniform(150,170):64 strike=const(80):64 put=empty:64 rate=0.02 vol=0.2 years=0.5 n=64
// expect: error cancellation at line 18: an out of the money put of 1e-7 to 1e-5 as call - spot + discounted strike, each near 100
// European put by put-call parity from the closed form call.
__device__ float cdf(float x) { return 0.5f * erfcf(-x * 0.70710678f); }

__device__ float call_price(float s, float k, float r, float v, float t) {
    float sq = v * sqrtf(t);
    float d1 = (logf(s / k) + (r + 0.5f * v * v) * t) / sq;
    float d2 = d1 - sq;
    return s * cdf(d1) - k * expf(-r * t) * cdf(d2);
}

__global__ void put_price(const float* spot, const float* strike, float* put, float rate, float vol,
                          float years, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float c = call_price(spot[i], strike[i], rate, vol, years);
    put[i] = c - spot[i] + strike[i] * expf(-rate * years);
}
