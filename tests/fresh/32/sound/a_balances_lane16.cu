// fpcheck: balances <<<3, 64>>> amount=@a_balances_lane16_amount.npy balance=empty:160 n=160 --ref 'balance=@a_balances_lane16_balance_ref.npy' --tol bitwise
// expect: ok
// why: segmented scan by shuffles of width 16, whose guard is the lane in the segment; out of range lanes get their own value and do not use it; the last warps are partly beyond the end
// figure: balance[0] computed 227.0, exact 227.0; 0 of 160 beyond the tolerance, worst 0 times
#include <cuda_runtime.h>

// running balances of 16 postings an account, two accounts a warp
__device__ float running_sum(float x)
{
    int lane = threadIdx.x & 15;
    for (int d = 1; d < 16; d <<= 1) {
        float y = __shfl_up_sync(0xffffffffu, x, d, 16);
        if (lane >= d)
            x += y;
    }
    return x;
}

__global__ void balances(const float* amount, float* balance, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = i < n ? amount[i] : 0.f;
    x = running_sum(x);
    if (i < n)
        balance[i] = x;
}
