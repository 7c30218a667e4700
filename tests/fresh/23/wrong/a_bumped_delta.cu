// fpcheck: bumped_delta <<<1, 32>>> spot=[4000,4100,3900] strike=[4000,4000,4000] sigma=[0.2,0.2,0.2] delta=empty:3 t=0.5 n=3
// expect: error absorbed at line 26
// why: a bump of 1e-4 is below half an ulp of a spot of 4000 (1.2e-4): both prices are the same, and the delta is zero
// figure: computed delta[0] = 0, MPFR 0.52818605
#define SQRT_HALF 0.70710678f

__device__ float normal_cdf(float x)
{
    return 0.5f * erfcf(-x * SQRT_HALF);
}

__device__ float call_price(float s, float k, float sigma, float t)
{
    float v = sigma * sqrtf(t);
    float d1 = logf(s / k) / v + 0.5f * v;
    return s * normal_cdf(d1) - k * normal_cdf(d1 - v);
}

// Delta of calls (no interest) by a central difference.
__global__ void bumped_delta(const float *spot, const float *strike, const float *sigma, float *delta, float t, int n)
{
    const float bump = 1e-4f;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float up = call_price(spot[i] + bump, strike[i], sigma[i], t);
    float down = call_price(spot[i] - bump, strike[i], sigma[i], t);
    delta[i] = (up - down) / (2.0f * bump);
}
