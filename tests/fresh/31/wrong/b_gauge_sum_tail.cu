// fpcheck: total_rain <<<1, 64>>> mm=uniform(1,3):50 total=inout:zeros:1 n=50
// expect: error shuffle of lanes that have left at line 14
// why: the threads from 50 on have returned, yet the shuffles of the second warp name all 32 lanes and read from those that left: undefined values are added
// figure: computed total[0] undefined (lanes from 50 on have left), MPFR about 100
#include <cuda_runtime.h>

__global__ void total_rain(const float *mm, float *total, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float v = mm[i];
    for (int o = 16; o > 0; o /= 2)
        v += __shfl_down_sync(0xffffffff, v, o);
    if ((threadIdx.x & 31) == 0)
        atomicAdd(total, v);
}
