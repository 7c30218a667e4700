// fpcheck: bs_delta_bump <<<1, 32>>> S=[100,98,102,110,90,105,95,120] K=[100,100,100,100,100,100,100,100] delta=empty:8 T=0.5 r=0.03 sigma=0.2 n=8 ref=0.5*(1+erf((log(S/K)+0.025)/0.1414213562373095/1.4142135623730951)) --tol rtol=2e-3,atol=1e-4
// expect: error cancellation at line 69: central difference with h=1e-4 of prices near 10 in float32; delta off by up to 4 %
// Black-Scholes delta by "bump and revalue", fully fused into one kernel.
//
// Features:
//   * one thread per option, coalesced structure-of-arrays loads
//   * prices are recomputed in registers, no intermediate buffers
//   * the bump size is a compile-time constant
//   * no divergence: calls only
//   * grid-stride loop
#include <cuda_runtime.h>
#include <math.h>

#define BLOCK_SIZE 32
#define BUMP 1e-4f
#define INV_SQRT2 0.70710678118654752f

// The normal distribution is evaluated with erfcf instead of a polynomial
// (Abramowitz-Stegun 26.2.17 is only good to 7.5e-8 absolute, which would
// show in the tails of deep out-of-the-money options).

/// Cumulative normal distribution through erfcf (accurate in both tails).
__device__ __forceinline__ float norm_cdf(float x)
{
    return 0.5f * erfcf(-x * INV_SQRT2);
}

/// d1 of the Black-Scholes formula.
__device__ __forceinline__ float bs_d1(float S, float K, float T, float r, float sigma)
{
    float vol_sqrt_t = sigma * sqrtf(T);
    return (logf(S / K) + (r + 0.5f * sigma * sigma) * T) / vol_sqrt_t;
}

/// Price of a European call.
__device__ __forceinline__ float bs_call(float S, float K, float T, float r, float sigma)
{
    float vol_sqrt_t = sigma * sqrtf(T);
    float d1 = bs_d1(S, K, T, r, sigma);
    float d2 = d1 - vol_sqrt_t;
    return S * norm_cdf(d1) - K * expf(-r * T) * norm_cdf(d2);
}

/// Delta of every option in the book by a central difference.
///
/// @param S      spot prices              [n]
/// @param K      strikes                  [n]
/// @param delta  output sensitivities     [n]
/// @param T      time to expiry in years
/// @param r      continuously compounded rate
/// @param sigma  volatility
/// @param n      number of options
__global__ void bs_delta_bump(const float* __restrict__ S,
                              const float* __restrict__ K,
                              float* __restrict__ delta,
                              float T, float r, float sigma, int n)
{
    int tid = blockIdx.x * blockDim.x + threadIdx.x;
    int stride = blockDim.x * gridDim.x;

    // Grid-stride loop so that any launch configuration works.
    for (int i = tid; i < n; i += stride) {
        float spot = S[i];
        float strike = K[i];

        float up = bs_call(spot + BUMP, strike, T, r, sigma);
        float down = bs_call(spot - BUMP, strike, T, r, sigma);

        delta[i] = (up - down) / (2.0f * BUMP);
    }
}

/// Host-side convenience wrapper.
///
/// Picks a launch configuration that fills the device; the stream is
/// optional. Returns the launch status.
inline cudaError_t launch_bs_delta_bump(const float* d_S,
                                        const float* d_K,
                                        float* d_delta,
                                        float T,
                                        float r,
                                        float sigma,
                                        int n,
                                        cudaStream_t stream = 0)
{
    if (n <= 0) {
        return cudaErrorInvalidValue;
    }

    int device = 0;
    cudaError_t status = cudaGetDevice(&device);
    if (status != cudaSuccess) {
        return status;
    }

    int sm_count = 0;
    status = cudaDeviceGetAttribute(&sm_count, cudaDevAttrMultiProcessorCount, device);
    if (status != cudaSuccess) {
        return status;
    }

    int blocks = (n + BLOCK_SIZE - 1) / BLOCK_SIZE;
    int max_blocks = sm_count * 16;
    if (blocks > max_blocks) {
        blocks = max_blocks;
    }

    bs_delta_bump<<<blocks, BLOCK_SIZE, 0, stream>>>(d_S, d_K, d_delta, T, r, sigma, n);
    return cudaGetLastError();
}

// Usage:
//
//   float *d_S, *d_K, *d_delta;
//   cudaMalloc(&d_S, n * sizeof(float));
//   cudaMalloc(&d_K, n * sizeof(float));
//   cudaMalloc(&d_delta, n * sizeof(float));
//   cudaMemcpy(d_S, h_S, n * sizeof(float), cudaMemcpyHostToDevice);
//   cudaMemcpy(d_K, h_K, n * sizeof(float), cudaMemcpyHostToDevice);
//   launch_bs_delta_bump(d_S, d_K, d_delta, 0.5f, 0.03f, 0.2f, n);
//   cudaMemcpy(h_delta, d_delta, n * sizeof(float), cudaMemcpyDeviceToHost);
