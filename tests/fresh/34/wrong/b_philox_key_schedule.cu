// fpcheck: philox_uniform <<<1, 32>>> u=empty:128 n=128 seed_lo=4660 seed_hi=43981 stream=7 --ref u=@b_philox_key_schedule_ref_u.npy --tol 1ulp
// fpcheck+ mean_of <<<1, 32>>> u=u mean=empty:1 n=128
// expect: error wrong constant (mismatch) at line 17
// why: two hexadecimal digits of the second Weyl constant are swapped (58 for 85): the numbers look random but are not the stream that the reference implementations give
// figure: u[1] computed 0.52911222, exact 0.00635054708
#include <cuda_runtime.h>
#include <stdint.h>

// Philox-4x32-10 as in Random123 and cuRAND: a counter, a key, ten rounds; every thread makes four numbers of its
// own counter, so that the stream depends on neither the grid nor the order.

namespace philox {

constexpr uint32_t M0 = 0xD2511F53u;
constexpr uint32_t M1 = 0xCD9E8D57u;
constexpr uint32_t W0 = 0x9E3779B9u;   // golden ratio
constexpr uint32_t W1 = 0xBB67AE58u;   // sqrt(3) - 1
constexpr int ROUNDS = 10;

struct Counter {
    uint32_t x, y, z, w;
};

struct Key {
    uint32_t lo, hi;
};

__device__ __forceinline__ Counter make_counter(uint32_t index, uint32_t stream)
{
    Counter c;
    c.x = index;
    c.y = 0;
    c.z = stream;
    c.w = 0;
    return c;
}

__device__ __forceinline__ Key make_key(uint32_t lo, uint32_t hi)
{
    Key k;
    k.lo = lo;
    k.hi = hi;
    return k;
}

__device__ __forceinline__ Counter round(const Counter& c, const Key& k)
{
    const uint32_t hi0 = __umulhi(M0, c.x);
    const uint32_t lo0 = M0 * c.x;
    const uint32_t hi1 = __umulhi(M1, c.z);
    const uint32_t lo1 = M1 * c.z;
    Counter r;
    r.x = hi1 ^ c.y ^ k.lo;
    r.y = lo1;
    r.z = hi0 ^ c.w ^ k.hi;
    r.w = lo0;
    return r;
}

__device__ __forceinline__ Key bump(Key k)
{
    k.lo += W0;
    k.hi += W1;
    return k;
}

__device__ __forceinline__ Counter generate(Counter c, Key k)
{
#pragma unroll
    for (int i = 0; i < ROUNDS; ++i) {
        c = round(c, k);
        k = bump(k);
    }
    return c;
}

}  // namespace philox

// the middle of one of 2^24 cells: never 0, never 1
__device__ __forceinline__ float open_uniform(uint32_t bits)
{
    return ((float)(bits >> 8) + 0.5f) * 5.9604644775390625e-8f;
}

__device__ __forceinline__ void store_if(float* u, int i, int n, float x)
{
    if (i < n) u[i] = x;
}

__global__ void philox_uniform(float* u, int n, unsigned seed_lo, unsigned seed_hi, unsigned stream)
{
    const int t = blockIdx.x * blockDim.x + threadIdx.x;
    const philox::Counter c =
        philox::generate(philox::make_counter((uint32_t)t, stream), philox::make_key(seed_lo, seed_hi));
    const uint32_t word[4] = {c.x, c.y, c.z, c.w};
#pragma unroll
    for (int k = 0; k < 4; ++k) store_if(u, 4 * t + k, n, open_uniform(word[k]));
}

__global__ void mean_of(const float* __restrict__ u, float* mean, int n)
{
    float s = 0.0f;
    for (int i = threadIdx.x; i < n; i += 32) s += u[i];
    for (int d = 16; d > 0; d >>= 1) s += __shfl_xor_sync(0xffffffffu, s, d);
    if (threadIdx.x == 0) mean[0] = s / (float)n;
}
