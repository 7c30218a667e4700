// fpcheck: approx_distinct <<<4, 128>>> v=@a_hyperloglog_v.npy distinct=empty:4 n=300 --ref 'distinct=@a_hyperloglog_distinct_ref.npy' --tol rtol=1e-5
// expect: ok
// why: hash by multiplication with wrap, shared registers raised by atomicMax after clearing and a barrier, powers of two made of exponent bits, ballots inside a loop that all lanes take
// figure: distinct[0] computed 21.13547, exact 21.135467959716912; 0 of 4 beyond the tolerance, worst 0.00699 times
#include <cuda_runtime.h>

// COUNT(DISTINCT v) of each group, estimated by HyperLogLog: 64 registers in shared memory, a block a group.

#define BITS 6
#define REGISTERS (1 << BITS)
#define THREADS 128
#define ALPHA 0.709f

__device__ unsigned murmur_mix(unsigned h)
{
    h ^= h >> 16;
    h *= 0x85ebca6bu;
    h ^= h >> 13;
    h *= 0xc2b2ae35u;
    h ^= h >> 16;
    return h;
}

__device__ unsigned hash_value(int v)
{
    return murmur_mix((unsigned)v * 0x9e3779b1u + 0x7f4a7c15u);
}

__device__ int register_of(unsigned h)
{
    return h >> (32 - BITS);
}

// the position of the first one in what is left of the hash
__device__ int rank_of(unsigned h)
{
    unsigned rest = h << BITS;
    int r = __clz(rest) + 1;
    return min(r, 32 - BITS + 1);
}

// 2^-r, made of bits
__device__ float inverse_power(int r)
{
    return __int_as_float((127 - r) << 23);
}

__device__ float warp_sum(float x)
{
    for (int d = 16; d > 0; d >>= 1)
        x += __shfl_xor_sync(0xffffffffu, x, d);
    return x;
}

__device__ int warp_count(bool p)
{
    return __popc(__ballot_sync(0xffffffffu, p));
}

__device__ float harmonic(float Z)
{
    return ALPHA * REGISTERS * REGISTERS / Z;
}

__device__ float small_range(float E, int empty)
{
    if (E <= 2.5f * REGISTERS && empty > 0)
        return REGISTERS * logf((float)REGISTERS / empty);
    return E;
}

__device__ void clear_registers(int* reg)
{
    for (int k = threadIdx.x; k < REGISTERS; k += THREADS)
        reg[k] = 0;
}

__device__ void observe(int* reg, const int* v, int n)
{
    for (int i = threadIdx.x; i < n; i += THREADS) {
        unsigned h = hash_value(v[i]);
        atomicMax(&reg[register_of(h)], rank_of(h));
    }
}

__device__ float estimate(const int* reg)
{
    int lane = threadIdx.x & 31;
    float Z = 0.f;
    int empty = 0;
    for (int k = lane; k < REGISTERS; k += 32) {
        int r = reg[k];
        Z += inverse_power(r);
        empty += warp_count(r == 0);
    }
    return small_range(harmonic(warp_sum(Z)), empty);
}

__global__ void approx_distinct(const int* v, float* distinct, int n)
{
    __shared__ int reg[REGISTERS];
    const int* group = v + blockIdx.x * n;
    clear_registers(reg);
    __syncthreads();
    observe(reg, group, n);
    __syncthreads();
    if (threadIdx.x < 32) {
        float e = estimate(reg);
        if (threadIdx.x == 0)
            distinct[blockIdx.x] = e;
    }
}
