// fpcheck: asian_call <<<2, 64>>> payoff=empty:128 s0=100 strike=95 r=0.03 sigma=0.2 T=1 steps=16 seed=2024 paths=128
// expect: ok
// Discounted payoffs of an arithmetic Asian call, one path per thread.
//
//   * SplitMix64 seeded xoroshiro64* generator (integers only)
//   * normals by Box-Muller with a uniform deviate in (0, 1]
//   * the path is accumulated in log space; each fixing is exponentiated once,
//     so that rounding does not build up in a product
//   * the payoff max(A - K, 0) is continuous in A
#include <cuda_runtime.h>
#include <cstdint>

/// State of the generator.
struct Rng {
    uint32_t a;
    uint32_t b;
};

/// SplitMix64 finaliser.
__device__ __forceinline__ uint64_t mix64(uint64_t z)
{
    z += 0x9E3779B97F4A7C15ull;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
    return z ^ (z >> 31);
}

/// Rotation to the left.
__device__ __forceinline__ uint32_t rotl32(uint32_t x, int k)
{
    return __funnelshift_l(x, x, k);
}

/// Seeds a stream of its own for every path.
__device__ __forceinline__ Rng rng_init(uint32_t seed, uint32_t stream)
{
    const uint64_t z = mix64(((uint64_t)seed << 32) | stream);
    Rng g;
    g.a = (uint32_t)z;
    g.b = (uint32_t)(z >> 32);
    if (g.a == 0 && g.b == 0) {
        g.a = 1;
    }
    return g;
}

/// Next 32 bits (xoroshiro64*).
__device__ __forceinline__ uint32_t rng_next(Rng& g)
{
    const uint32_t result = g.a * 0x9E3779BBu;
    const uint32_t t = g.b ^ g.a;
    g.a = rotl32(g.a, 26) ^ t ^ (t << 9);
    g.b = rotl32(t, 13);
    return result;
}

/// Uniform in (0, 1], a multiple of 2^-24.
__device__ __forceinline__ float rng_uniform(Rng& g)
{
    return ((float)(rng_next(g) >> 8) + 1.0f) * 5.9604644775390625e-8f;
}

/// Two independent normals.
__device__ __forceinline__ float2 rng_normal2(Rng& g)
{
    const float u = rng_uniform(g);
    const float v = rng_uniform(g);
    const float radius = sqrtf(-2.0f * logf(u));
    float s, c;
    sincospif(2.0f * v, &s, &c);
    return make_float2(radius * c, radius * s);
}

/// @param payoff  discounted payoff of every path
/// @param steps   number of fixings, even
__global__ void asian_call(float* __restrict__ payoff,
                           float s0, float strike,
                           float r, float sigma, float T,
                           int steps, unsigned int seed, int paths)
{
    const int p = blockIdx.x * blockDim.x + threadIdx.x;
    if (p >= paths) {
        return;
    }

    Rng g = rng_init(seed, (uint32_t)p);
    const float dt = T / (float)steps;
    const float drift = (r - 0.5f * sigma * sigma) * dt;
    const float vol = sigma * sqrtf(dt);

    float x = 0.0f;     // log(S / s0)
    float sum = 0.0f;
    for (int k = 0; k < steps; k += 2) {
        const float2 z = rng_normal2(g);
        x += fmaf(vol, z.x, drift);
        sum += expf(x);
        x += fmaf(vol, z.y, drift);
        sum += expf(x);
    }

    const float average = s0 * sum / (float)steps;
    payoff[p] = expf(-r * T) * fmaxf(average - strike, 0.0f);
}

/// Host launcher.
cudaError_t price_asian(float* d_payoff,
                        float s0,
                        float strike,
                        float r,
                        float sigma,
                        float T,
                        int steps,
                        unsigned int seed,
                        int paths,
                        cudaStream_t stream)
{
    if (steps <= 0 || steps % 2 != 0 || paths <= 0) {
        return cudaErrorInvalidValue;
    }
    const int threads = 64;
    const int blocks = (paths + threads - 1) / threads;
    asian_call<<<blocks, threads, 0, stream>>>(d_payoff, s0, strike, r, sigma, T, steps, seed, paths);
    return cudaGetLastError();
}
