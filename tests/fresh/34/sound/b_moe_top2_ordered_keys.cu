// fpcheck: route_top2 <<<2, 32>>> logits=@b_moe_top2_ordered_keys_l.npy expert=empty:8x2 rows=8 --ref expert=@b_moe_top2_ordered_keys_ref_expert.npy --tol bitwise
// expect: ok
// why: floats are compared by their bits and packed with an index, but the keys are order-preserving, negatives, zeros of both signs and ties included
// figure: expert[0] computed 1, exact 1 (error 0, 0 of the tolerance; worst of 16)
#include <cuda_runtime.h>
// Keys that order like the floats: flip all bits of negatives, the sign bit of the others; ties go to the lower expert.
__device__ unsigned ordered(float x)
{
    const unsigned b = __float_as_uint(x + 0.0f);   // -0 -> +0
    return b ^ ((unsigned)((int)b >> 31) | 0x80000000u);
}
__device__ unsigned long long pack(float score, int expert)
{
    return ((unsigned long long)ordered(score) << 32) | (unsigned)(7 - expert);
}
__device__ unsigned long long group_max(unsigned long long x)
{
    for (int d = 4; d > 0; d >>= 1) {
        const unsigned long long y = __shfl_xor_sync(0xffffffffu, x, d, 8);
        x = y > x ? y : x;
    }
    return x;
}
__global__ void route_top2(const float* __restrict__ logits, int* expert, int rows)
{
    const int row = blockIdx.x * 4 + threadIdx.x / 8, e = threadIdx.x % 8;
    unsigned long long mine = row < rows ? pack(logits[row * 8 + e], e) : 0;
    for (int k = 0; k < 2; ++k) {
        const unsigned long long best = group_max(mine);
        if (e == 0 && row < rows) expert[row * 2 + k] = 7 - (int)(unsigned)best;
        if (mine == best) mine = 0;
    }
}
