// fpcheck: black_scholes <<<1, 64>>> S=uniform(80,120):64 K=uniform(90,110):64 T=uniform(0.25,2):64 call=empty:64 put=empty:64 r=0.03 sigma=0.2 n=64
// expect: ok
// European call and put, erfcf for both tails. Prices are clamped at zero.
#include <cuda_runtime.h>

__device__ __forceinline__ float cdf(float x)
{
    return 0.5f * erfcf(-0.70710678f * x);
}

__global__ void black_scholes(const float* __restrict__ S, const float* __restrict__ K,
                              const float* __restrict__ T, float* __restrict__ call,
                              float* __restrict__ put, float r, float sigma, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float s = S[i], k = K[i], t = T[i];
    float v = sigma * sqrtf(t);
    float d1 = (logf(s / k) + (r + 0.5f * sigma * sigma) * t) / v;
    float d2 = d1 - v;
    float df = expf(-r * t);
    call[i] = fmaxf(s * cdf(d1) - k * df * cdf(d2), 0.0f);
    put[i] = fmaxf(k * df * cdf(-d2) - s * cdf(-d1), 0.0f);
}
