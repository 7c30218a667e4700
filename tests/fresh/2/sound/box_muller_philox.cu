// fpcheck: normal_philox <<<2, 64>>> z=empty:512 seed=1234 n=512
// expect: ok
// Standard normal variates: Philox 4x32-10 counters and Box-Muller.
//
// The uniform deviate is in (0, 1]: the top 24 bits plus one half-step, so
// that log(0) cannot happen and every value is exact in float.
#include <cuda_runtime.h>
#include <cstdint>

#define PHILOX_M0 0xD2511F53u
#define PHILOX_M1 0xCD9E8D57u
#define PHILOX_W0 0x9E3779B9u
#define PHILOX_W1 0xBB67AE85u

/// One round of Philox 4x32.
__device__ __forceinline__ uint4 philox_round(uint4 c, uint2 k)
{
    uint32_t hi0 = __umulhi(PHILOX_M0, c.x);
    uint32_t lo0 = PHILOX_M0 * c.x;
    uint32_t hi1 = __umulhi(PHILOX_M1, c.z);
    uint32_t lo1 = PHILOX_M1 * c.z;
    return make_uint4(hi1 ^ c.y ^ k.x, lo1, hi0 ^ c.w ^ k.y, lo0);
}

/// Ten rounds.
__device__ __forceinline__ uint4 philox(uint4 c, uint2 k)
{
#pragma unroll
    for (int r = 0; r < 10; ++r) {
        c = philox_round(c, k);
        k.x += PHILOX_W0;
        k.y += PHILOX_W1;
    }
    return c;
}

/// Uniform in (0, 1], 24 bits.
__device__ __forceinline__ float uniform_open(uint32_t u)
{
    return ((float)(u >> 8) + 1.0f) * 5.9604644775390625e-8f;
}

/// Two normals from two 32-bit words.
__device__ __forceinline__ float2 box_muller(uint32_t a, uint32_t b)
{
    float u = uniform_open(a);
    float v = (float)(b >> 8) * 5.9604644775390625e-8f;
    float r = sqrtf(-2.0f * logf(u));
    float s, c;
    sincospif(2.0f * v, &s, &c);
    return make_float2(r * c, r * s);
}

/// Four normals per thread.
__global__ void normal_philox(float* __restrict__ z, unsigned int seed, int n)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    uint4 w = philox(make_uint4((uint32_t)t, 0u, 0u, 0u), make_uint2(seed, 0x5eedu));
    float2 p = box_muller(w.x, w.y);
    float2 q = box_muller(w.z, w.w);
    int base = 4 * t;
    if (base + 3 < n) {
        reinterpret_cast<float4*>(z)[t] = make_float4(p.x, p.y, q.x, q.y);
    } else {
        float v[4] = {p.x, p.y, q.x, q.y};
        for (int k = 0; k < 4 && base + k < n; ++k) z[base + k] = v[k];
    }
}
