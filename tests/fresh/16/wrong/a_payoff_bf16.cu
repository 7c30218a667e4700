// fpcheck: mean_payoff <<<1, 32>>> spot=const(103.25):512x32 price=empty:32 paths=512 strike=100.0 discount=0.97
// expect: error accumulator at line 13
// why: the sum of payoffs is kept in bfloat16, whose steps pass the payoff itself when a few hundred are summed
// figure: computed price = 1.94, MPFR 3.15250009; sum 1024 instead of 1664
#include <cuda_bf16.h>
// Discounted mean payoff of calls, one instrument a thread, paths down the columns.
__global__ void mean_payoff(const float *spot, float *price, int paths, float strike, float discount)
{
    int inst = threadIdx.x;
    __nv_bfloat16 sum = __float2bfloat16(0.0f);
    for (int p = 0; p < paths; p++) {
        float payoff = fmaxf(spot[p * blockDim.x + inst] - strike, 0.0f);
        sum = __hadd(sum, __float2bfloat16(payoff));
    }
    price[inst] = discount * __bfloat162float(sum) / (float)paths;
}
