// fpcheck: compact_bright <<<1, 64>>> value=const(2):64 kept=empty:64 count=inout:zeros:1:i32 threshold=1 n=64 ref=kept=value
// expect: ok
// why: the order of the two warps is open (an atomic claims each one's place), but every slot is written once by a rank over the lanes before, the shift by lane 0..31 is defined, and the ballot is outside of any branch
// figure: computed kept[0..63] 2 and count 64, exact, tolerance 0
#include <cuda_runtime.h>

__device__ int lane_id()
{
    return threadIdx.x & 31;
}

__device__ unsigned lanes_before(int lane)
{
    return (1u << lane) - 1u;
}

__device__ int claim(int *count, unsigned votes)
{
    int leader = __ffs(votes) - 1;
    int base = 0;
    if (lane_id() == leader)
        base = atomicAdd(count, __popc(votes));
    return __shfl_sync(0xffffffffu, base, leader);
}

// Keeps the values above a threshold, a warp's together.
__global__ void compact_bright(const float *value, float *kept, int *count, float threshold, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v = i < n ? value[i] : 0.0f;
    bool keep = i < n && v > threshold;
    unsigned votes = __ballot_sync(0xffffffffu, keep);
    if (votes == 0)
        return;
    int base = claim(count, votes);
    if (keep)
        kept[base + __popc(votes & lanes_before(lane_id()))] = v;
}
