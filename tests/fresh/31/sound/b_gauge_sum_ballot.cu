// fpcheck: total_rain <<<1, 64>>> mm=uniform(1,3):50 total=inout:zeros:1 n=50
// expect: ok
// why: the last warp has idle lanes, but they stay and bring a zero to the shuffles; all name the same 32 lanes
// figure: computed error of a tree of 6 additions, at most 2e-7 relative; tolerance 2e-6
#include <cuda_runtime.h>

__global__ void total_rain(const float *mm, float *total, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v = i < n ? mm[i] : 0.0f;
    unsigned present = __ballot_sync(0xffffffffu, i < n);
    for (int o = 16; o > 0; o /= 2)
        v += __shfl_down_sync(0xffffffffu, v, o);
    if (present != 0 && (threadIdx.x & 31) == 0)
        atomicAdd(total, v);
}
