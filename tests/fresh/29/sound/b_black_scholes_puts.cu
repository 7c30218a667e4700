// fpcheck: black_scholes_kernel <<<1, 64>>> spot=[100,100,100,100,100,100,103.5] strike=[60,65,70,75,80,60,64] expiry=[0.25,0.25,0.25,0.25,0.25,0.5,0.25] call=empty:7 put=empty:7 delta=empty:7 gamma=empty:7 rate=0.03 vol=0.2 n=7 want=[1.5183947631187996e-07,9.819849012035042e-06,0.0002745545834130884,0.0039006742640623963,0.03198521042485305,0.00026071685270790816,8.103348139471849e-07] --ref 'put=want' --tol rtol=2e-3,atol=1e-9
// expect: ok
// why: a small difference of two tails, each of which erfc gives with its own relative accuracy
// figure: put[0] computed 1.5182377e-07, MPFR 1.5183947631187996e-07; largest relative error 1.0e-04 of 2e-3 allowed
#include <cuda_runtime.h>
#include <math.h>

// Batched European option pricer with Greeks.
// One thread per option, structure-of-arrays layout so that all loads coalesce.

#define BLOCK_SIZE 64

struct MarketData {
    float spot;
    float strike;
    float expiry;   // in years
    float rate;     // continuously compounded
    float vol;      // annualised
};

struct PriceResult {
    float call;
    float put;
    float delta;
    float gamma;
};

// -----------------------------------------------------------------------------
// Normal distribution helpers
// -----------------------------------------------------------------------------

__device__ __forceinline__ float norm_pdf(float x)
{
    const float inv_sqrt_2pi = 0.3989422804f;
    return inv_sqrt_2pi * expf(-0.5f * x * x);
}

__device__ __forceinline__ float norm_cdf(float x)
{
    const float inv_sqrt_2 = 0.7071067812f;
    return 0.5f * erfcf(-x * inv_sqrt_2);
}

// -----------------------------------------------------------------------------
// d1 and d2 of the Black-Scholes formula
// -----------------------------------------------------------------------------

__device__ __forceinline__ float compute_d1(const MarketData &m)
{
    float sqrt_t = sqrtf(m.expiry);
    float drift = m.rate + 0.5f * m.vol * m.vol;
    return (logf(m.spot / m.strike) + drift * m.expiry) / (m.vol * sqrt_t);
}

__device__ __forceinline__ float compute_d2(float d1, const MarketData &m)
{
    return d1 - m.vol * sqrtf(m.expiry);
}

__device__ __forceinline__ float discount(const MarketData &m)
{
    return expf(-m.rate * m.expiry);
}

// -----------------------------------------------------------------------------
// Degenerate options: at expiry only the intrinsic value is left
// -----------------------------------------------------------------------------

__device__ __forceinline__ bool is_expired(const MarketData &m)
{
    return m.expiry <= 0.0f || m.vol <= 0.0f;
}

__device__ PriceResult price_intrinsic(const MarketData &m)
{
    PriceResult r;
    r.call = fmaxf(m.spot - m.strike, 0.0f);
    r.put = fmaxf(m.strike - m.spot, 0.0f);
    r.delta = m.spot > m.strike ? 1.0f : 0.0f;
    r.gamma = 0.0f;
    return r;
}

// -----------------------------------------------------------------------------
// Closed-form price
// -----------------------------------------------------------------------------

__device__ PriceResult price_european(const MarketData &m)
{
    if (is_expired(m))
        return price_intrinsic(m);

    float d1 = compute_d1(m);
    float d2 = compute_d2(d1, m);
    float df = discount(m);

    PriceResult r;
    r.call = m.spot * norm_cdf(d1) - m.strike * df * norm_cdf(d2);
    // Not by put-call parity: the tails keep their relative accuracy through erfc
    r.put = m.strike * df * norm_cdf(-d2) - m.spot * norm_cdf(-d1);
    r.delta = norm_cdf(d1);
    r.gamma = norm_pdf(d1) / (m.spot * m.vol * sqrtf(m.expiry));
    return r;
}

// -----------------------------------------------------------------------------
// Loads and stores
// -----------------------------------------------------------------------------

__device__ __forceinline__ MarketData load_option(const float *__restrict__ spot,
                                                  const float *__restrict__ strike,
                                                  const float *__restrict__ expiry,
                                                  float rate, float vol, int idx)
{
    MarketData m;
    m.spot = __ldg(&spot[idx]);
    m.strike = __ldg(&strike[idx]);
    m.expiry = __ldg(&expiry[idx]);
    m.rate = rate;
    m.vol = vol;
    return m;
}

/**
 * Black-Scholes kernel.
 *
 * @param spot    current price of the underlying      [n]
 * @param strike  strike price                         [n]
 * @param expiry  time to expiry in years              [n]
 * @param call    price of the call                    [n]
 * @param put     price of the put                     [n]
 * @param delta   delta of the call                    [n]
 * @param gamma   gamma (the same for both)            [n]
 */
__global__ void black_scholes_kernel(const float *__restrict__ spot,
                                     const float *__restrict__ strike,
                                     const float *__restrict__ expiry,
                                     float *__restrict__ call,
                                     float *__restrict__ put,
                                     float *__restrict__ delta,
                                     float *__restrict__ gamma,
                                     float rate, float vol, int n)
{
    // Grid-stride loop
    for (int idx = blockIdx.x * blockDim.x + threadIdx.x; idx < n;
         idx += gridDim.x * blockDim.x) {
        MarketData m = load_option(spot, strike, expiry, rate, vol, idx);
        PriceResult r = price_european(m);
        call[idx] = r.call;
        put[idx] = r.put;
        delta[idx] = r.delta;
        gamma[idx] = r.gamma;
    }
}

// Host launcher
void launch_black_scholes(const float *spot, const float *strike, const float *expiry,
                          float *call, float *put, float *delta, float *gamma,
                          float rate, float vol, int n, cudaStream_t stream)
{
    int grid = (n + BLOCK_SIZE - 1) / BLOCK_SIZE;
    black_scholes_kernel<<<grid, BLOCK_SIZE, 0, stream>>>(spot, strike, expiry, call, put,
                                                          delta, gamma, rate, vol, n);
}
