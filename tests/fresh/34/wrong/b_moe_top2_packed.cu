// fpcheck: route_top2 <<<1, 32>>> logits=@b_moe_top2_packed_l.npy expert=empty:4x2 rows=4 --ref expert=@b_moe_top2_packed_ref_expert.npy --tol bitwise
// expect: error wrong order of packed keys at line 9
// why: raw bits of a float as an unsigned key order negatives backwards and above all positives, so the most negative logits are routed to; known from hand-written top-k gating
// figure: expert[4] computed 7, exact 0
#include <cuda_runtime.h>
// One row of 8 gate logits per group of 8 lanes; the largest (score, expert) pairs by one 64-bit maximum each.
__device__ unsigned long long pack(float score, int expert)
{
    const unsigned key = __float_as_uint(score);
    return ((unsigned long long)key << 32) | (unsigned)(7 - expert);
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
    const int row = threadIdx.x / 8, e = threadIdx.x % 8;
    unsigned long long mine = pack(row < rows ? logits[row * 8 + e] : 0.0f, e);
    for (int k = 0; k < 2; ++k) {
        const unsigned long long best = group_max(mine);
        if (e == 0 && row < rows) expert[row * 2 + k] = 7 - (int)(unsigned)best;
        if (mine == best) mine = 0;
    }
}
