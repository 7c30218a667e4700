// fpcheck: degrees <<<12, 256>>> target=@a_hub_target.npy count=inout:zeros:4:u32 edges=3000
// fpcheck+ to_half <<<1, 32>>> degree=empty:4 vertices=4 want=[2594,266,100,40] ref=degree=want --tol rtol=1e-3,atol=0
// expect: ok
// why: counts go to half only once they are complete integers; lanes past the end take part in no mask they are not in
// figure: computed degree[0] = 2594, right 2594: half an ulp of half is allowed (1e-3)
#include <cuda_fp16.h>

// In-degrees of a small graph with hubs: lanes of a warp with the same target add once.
__global__ void degrees(const int *target, unsigned *count, int edges)
{
    int e = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned active = __ballot_sync(0xffffffffu, e < edges);
    if (e >= edges)
        return;
    int v = target[e];
    unsigned peers = __match_any_sync(active, v);
    int lane = threadIdx.x & 31;
    if (lane == __ffs(peers) - 1)
        atomicAdd(&count[v], (unsigned)__popc(peers));
}

__global__ void to_half(const unsigned *count, __half *degree, int vertices)
{
    int v = threadIdx.x;
    if (v < vertices)
        degree[v] = __uint2half_rn(count[v]);
}
