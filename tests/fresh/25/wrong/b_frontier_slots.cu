// fpcheck: compact <<<1, 64>>> level=[0,1,1,2,1,0,1,3,1,1,2,2,1,0,1,1] frontier=empty:9 total=empty:1 depth=1 n=16
// expect: error out of bounds at line 24
// why: the rank within the warp counts the lanes up to and including itself: slot 0 is never written and the last vertex lands behind the end
// figure: computed frontier[0] undefined and frontier[9] out of bounds, MPFR 1 and nothing (nine vertices)
// Gathers the vertices of one level of a breadth-first search; two warps, their counts joined in shared memory.
__device__ unsigned lanes_before()
{
    unsigned mask;
    asm("mov.u32 %0, %%lanemask_le;" : "=r"(mask));
    return mask;
}

__global__ void compact(const int *level, int *frontier, int *total, int depth, int n)
{
    __shared__ int counts[2];
    int i = threadIdx.x, warp = i / 32;
    bool in = i < n && level[i] == depth;
    unsigned votes = __ballot_sync(0xffffffffu, in);
    if (i % 32 == 0)
        counts[warp] = __popc(votes);
    __syncthreads();
    int base = warp == 0 ? 0 : counts[0];
    if (in)
        frontier[base + __popc(votes & lanes_before())] = i;
    if (i == 0)
        *total = counts[0] + counts[1];
}
