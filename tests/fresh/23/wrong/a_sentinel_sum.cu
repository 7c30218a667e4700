// fpcheck: sentinel_sum <<<3, 32>>> visits=ones:3x4000 total=empty:3 days=4000
// expect: error accumulator at line 15
// why: each stream of daily visits is summed one after another in binary16, which stands still at 2048
// figure: computed total[0] = 2048, MPFR 4000
#include <cuda_fp16.h>

// Visits to sentinel practices over the years: one block a practice, its first thread adds up.
__global__ void sentinel_sum(const float *visits, float *total, int days)
{
    if (threadIdx.x != 0)
        return;
    const float *mine = visits + (size_t)blockIdx.x * days;
    __half sum = __float2half(0.0f);
    for (int d = 0; d < days; d++)
        sum = __hadd(sum, __float2half(mine[d]));
    total[blockIdx.x] = __half2float(sum);
}
