// fpcheck: greeks <<<1, 32>>> spot=uniform(90,110):32 strike=uniform(95,105):32 gamma=empty:32 n=32
// expect: error cancellation at line 41: a second difference of prices near 10 with a bump of 0.01 divides their rounding by 1e-4
//
// Gamma of European calls by bump and revalue.
#define RATE 0.03f
#define VOL 0.2f
#define EXPIRY 0.5f
#define BUMP 0.01f

struct Option {
    float strike;
    float expiry;
    float vol;
    float rate;
    float is_call;
};

__device__ __forceinline__ float cdf(float d)
{
    return 0.5f * erfcf(-d * 0.70710678f);
}

__device__ __forceinline__ float d_one(const Option& o, float s)
{
    const float sq = o.vol * sqrtf(o.expiry);
    return (logf(s / o.strike) + (o.rate + 0.5f * o.vol * o.vol) * o.expiry) / sq;
}

__device__ __forceinline__ float price(const Option& o, float s)
{
    const float d1 = d_one(o, s);
    const float d2 = d1 - o.vol * sqrtf(o.expiry);
    const float df = expf(-o.rate * o.expiry);
    const float call = s * cdf(d1) - o.strike * df * cdf(d2);
    // put-call parity
    return o.is_call > 0.0f ? call : call - s + o.strike * df;
}

__device__ __forceinline__ float central_second_difference(float up, float mid, float down, float h)
{
    return (up - 2.0f * mid + down) / (h * h);
}

__device__ __forceinline__ Option make_option(float strike)
{
    Option o;
    o.strike = strike;
    o.expiry = EXPIRY;
    o.vol = VOL;
    o.rate = RATE;
    o.is_call = 1.0f;
    return o;
}

__global__ void greeks(const float* __restrict__ spot, const float* __restrict__ strike, float* __restrict__ gamma,
                       int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;

    const Option o = make_option(strike[i]);
    const float s = spot[i];
    const float mid = price(o, s);
    const float up = price(o, s + BUMP);
    const float down = price(o, s - BUMP);
    gamma[i] = central_second_difference(up, mid, down, BUMP);
}

// For comparison, the closed form:
//
//     gamma = phi(d1) / (s vol sqrt(T)),   phi(d) = exp(-d*d/2) / sqrt(2 pi)
//
// which lies between 0.02 and 0.03 for these strikes and spots.
//
// Choice of the bump. The truncation error of the central second difference is h^2/12 times the fourth
// derivative, about 1e-4 * h^2 here; the rounding error is about 4 eps price / h^2. The two balance near
//
//     h = (4.8e5 * eps * price)^(1/4)
//
// which is of the order of a few units of the spot, not a hundredth.
//
//     bump    truncation   rounding
//     0.001     1e-10        5
//     0.01      1e-8         5e-2
//     0.1       1e-6         5e-4
//     1         1e-4         5e-6
//
// History: the bump was a basis point of the spot (1e-4 relative) in the double precision library that this
// kernel was ported from, where the rounding error is 1e-10.
//
// Desk conventions: rates are continuously compounded, expiry in years, volatility annual. Dividends are not
// modelled. The flag is_call is a float because the struct is loaded as a vector on the host's SIMD path.
//
// Launch: one thread an option. Registers: 24; no shared memory; no divergence but the last warp's.

#ifdef STANDALONE
#include <cstdio>
#include <cstdlib>
#include <vector>

int main()
{
    const int n_spot = 32;
    std::vector<float> h_spot(n_spot);
    for (float& e : h_spot)
        e = (float)std::rand() / (float)RAND_MAX;
    float* d_spot = nullptr;
    cudaMalloc(&d_spot, n_spot * sizeof(float));
    cudaMemcpy(d_spot, h_spot.data(), n_spot * sizeof(float), cudaMemcpyHostToDevice);

    const int n_strike = 32;
    std::vector<float> h_strike(n_strike);
    for (float& e : h_strike)
        e = (float)std::rand() / (float)RAND_MAX;
    float* d_strike = nullptr;
    cudaMalloc(&d_strike, n_strike * sizeof(float));
    cudaMemcpy(d_strike, h_strike.data(), n_strike * sizeof(float), cudaMemcpyHostToDevice);

    const int n_gamma = 32;
    std::vector<float> h_gamma(n_gamma);
    float* d_gamma = nullptr;
    cudaMalloc(&d_gamma, n_gamma * sizeof(float));

    greeks<<<1, 32>>>(d_spot, d_strike, d_gamma, 32);
    if (cudaDeviceSynchronize() != cudaSuccess) {
        std::fprintf(stderr, "launch failed\n");
        return 1;
    }
    cudaMemcpy(h_gamma.data(), d_gamma, n_gamma * sizeof(float), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n_gamma && i < 8; ++i)
        std::printf("gamma[%d] = %.9g\n", i, h_gamma[i]);
    cudaFree(d_spot);
    cudaFree(d_strike);
    cudaFree(d_gamma);
    return 0;
}
#endif
