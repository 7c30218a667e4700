// fpcheck: sentinel_sum <<<3, 32>>> visits=ones:3x4000 total=empty:3 days=4000
// expect: ok
// why: visits are converted to binary16, but every number is a small integer there, and the sum is binary32
// figure: computed total[0] = 4000, MPFR 4000
#include <cuda_fp16.h>

__global__ void sentinel_sum(const float *visits, float *total, int days)
{
    const float *mine = visits + (size_t)blockIdx.x * days;
    float sum = 0.0f;
    for (int d = 2 * threadIdx.x; d + 1 < days; d += 64) {
        __half2 two = __floats2half2_rn(mine[d], mine[d + 1]);
        float2 wide = __half22float2(two);
        sum += wide.x + wide.y;
    }
    if ((days & 1) && threadIdx.x == 0)
        sum += mine[days - 1];
    for (int offset = 16; offset > 0; offset >>= 1)
        sum += __shfl_down_sync(0xffffffffu, sum, offset);
    if (threadIdx.x == 0)
        total[blockIdx.x] = sum;
}
