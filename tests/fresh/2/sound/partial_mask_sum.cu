// fpcheck: tail_sum <<<1, 32>>> x=uniform(0,1):21 out=empty:1 n=21
// expect: ok
// Sum of fewer than 32 values with the exact mask of the active lanes: lanes
// outside leave early and are not named in the mask.
#include <cuda_runtime.h>

__global__ void tail_sum(const float* __restrict__ x, float* __restrict__ out, int n)
{
    unsigned int mask = __ballot_sync(0xffffffffu, threadIdx.x < n);
    if (threadIdx.x >= n) return;
    float v = x[threadIdx.x];
    for (int o = 16; o > 0; o >>= 1) {
        int src = threadIdx.x + o;
        float w = __shfl_sync(mask, v, src < n ? src : threadIdx.x);
        if (src < n) v += w;
    }
    if (threadIdx.x == 0) out[0] = v;
}
