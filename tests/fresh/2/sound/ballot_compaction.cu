// fpcheck: compact_positive <<<1, 32>>> x=[3,-1,4,-1,5,-9,2,-6,5,-3,5,8,-9,7,9,-3,2,3,-8,4] y=empty:20 count=empty:1 n=20
// expect: ok
// Stream compaction of one warp with ballots and population counts.
#include <cuda_runtime.h>

__global__ void compact_positive(const float* __restrict__ x, float* __restrict__ y,
                                 int* __restrict__ count, int n)
{
    int lane = threadIdx.x;
    float v = lane < n ? x[lane] : 0.0f;
    bool keep = lane < n && v > 0.0f;
    unsigned int mask = __ballot_sync(0xffffffffu, keep);
    int kept = __popc(mask);
    int before = __popc(mask & ((1u << lane) - 1u));
    if (keep) y[before] = v;
    if (lane < n && !keep) y[kept + lane - before] = 0.0f;
    if (lane == 0) count[0] = kept;
}
