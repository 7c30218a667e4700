// fpcheck: count_inside <<<2, 64>>> hits=inout:zeros:1:u32 samples=20 seed=77
// expect: ok
// Monte Carlo pi with xorshift32; the circle test is done in 64-bit integers,
// so that no rounding decides anything.
#include <cuda_runtime.h>
#include <cstdint>

__device__ __forceinline__ uint32_t xorshift32(uint32_t& s)
{
    s ^= s << 13;
    s ^= s >> 17;
    s ^= s << 5;
    return s;
}

__global__ void count_inside(unsigned int* hits, int samples, unsigned int seed)
{
    uint32_t id = blockIdx.x * blockDim.x + threadIdx.x;
    uint32_t s = (id + 1u) * 2654435761u ^ seed;
    if (s == 0) s = 1;
    unsigned int inside = 0;
    for (int k = 0; k < samples; ++k) {
        uint64_t x = xorshift32(s) >> 1;
        uint64_t y = xorshift32(s) >> 1;
        inside += (x * x + y * y) >> 62 ? 0u : 1u;
    }
    inside = __reduce_add_sync(0xffffffffu, inside);
    if ((threadIdx.x & 31) == 0) atomicAdd(hits, inside);
}
