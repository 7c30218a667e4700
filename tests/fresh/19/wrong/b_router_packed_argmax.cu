// fpcheck: route_top1 <<<2, 32>>> logits=[0.10001,0.50002,0.500035,0.2,0.3,0.4,0.1,0.0,-3.00002,-3.00001,-3.00009,-9.0,-8.0,-7.0,-6.0,-5.0] expert=empty:2 experts=8 want=[2,1] ref=expert=want
// expect: error argmax keys that lose bits at line 19
// why: the expert's number replaces the low ten bits of the logit's key, so logits that differ by less than 2^-13 of them are told apart by the number alone
// figure: computed expert 1 and 0, right 2 and 1
#include <cuda_runtime.h>

constexpr unsigned INDEX_BITS = 10;
constexpr unsigned INDEX_MASK = (1u << INDEX_BITS) - 1;

// Floats in the order of unsigned integers.
__device__ unsigned ordered(float v)
{
    unsigned bits = __float_as_uint(v);
    return bits & 0x80000000u ? ~bits : bits | 0x80000000u;
}

__device__ unsigned make_key(float logit, int expert)
{
    return (ordered(logit) & ~INDEX_MASK) | (INDEX_MASK - (unsigned)expert);
}

__device__ unsigned warp_max(unsigned key)
{
    for (int d = 16; d; d >>= 1)
        key = max(key, __shfl_xor_sync(0xffffffffu, key, d));
    return key;
}

// One warp a token; ties go to the smaller expert.
__global__ void route_top1(const float *logits, int *expert, int experts)
{
    const float *row = logits + blockIdx.x * experts;
    unsigned best = 0;
    for (int e = threadIdx.x; e < experts; e += 32)
        best = max(best, make_key(row[e], e));
    best = warp_max(best);
    if (threadIdx.x == 0)
        expert[blockIdx.x] = (int)(INDEX_MASK - (best & INDEX_MASK));
}
