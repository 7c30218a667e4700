// fpcheck: balances <<<3, 64>>> amount=@a_balances_lane32_amount.npy balance=empty:160 n=160 --ref 'balance=@a_balances_lane32_balance_ref.npy'
// expect: error mismatch at line 13
// why: __shfl_up_sync works in segments of 16, but the guard asks for the lane in 32: the lower lanes of the second segment get their own value back and add it to itself
// figure: balance[112] computed -6720.0, exact -420.0; 75 of 160 beyond the tolerance, worst 6.3e+303 times
#include <cuda_runtime.h>

// running balances of 16 postings an account, two accounts a warp
__device__ float running_sum(float x)
{
    int lane = threadIdx.x & 31;
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
