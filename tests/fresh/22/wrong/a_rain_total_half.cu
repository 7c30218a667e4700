// fpcheck: rain_total <<<1, 8>>> mm=const(0.3):65536:f16 total=empty:8:f32 hours=8192
// expect: error accumulator at line 13
// why: the sum is kept in half: addends of 0.3 are rounded ever more coarsely, and from 1024 on they change nothing
// figure: computed 1024.0 at total[0], MPFR 2458.0
#include <cuda_fp16.h>

// Rain of the season at each gauge from hourly values in half.
__global__ void rain_total(const __half *mm, float *total, int hours)
{
    int g = threadIdx.x;
    __half sum = __float2half(0.0f);
    for (int h = 0; h < hours; h++)
        sum = __hadd(sum, mm[h * blockDim.x + g]);
    total[g] = __half2float(sum);
}
