// fpcheck: compact <<<1, 64>>> level=[0,1,1,2,1,0,1,3,1,1,2,2,1,0,1,1] frontier=empty:9 total=empty:1 depth=1 n=16 want=[1,2,4,6,8,9,12,14,15] ref=frontier=want --tol rtol=0,atol=0.5
// expect: ok
// why: all lanes vote, also those beyond n, and the rank counts the lanes strictly before; the output is exactly as long as the frontier
// figure: computed frontier[8] 15, MPFR 15; exact integers
// Gathers the vertices of one level of a breadth-first search in order.
__global__ void compact(const int *level, int *frontier, int *total, int depth, int n)
{
    __shared__ int counts[2];
    int i = threadIdx.x, warp = i >> 5, lane = i & 31;
    bool in = i < n && level[i] == depth;
    unsigned votes = __ballot_sync(0xffffffffu, in);
    if (lane == 0)
        counts[warp] = __popc(votes);
    __syncthreads();
    int base = warp == 0 ? 0 : counts[0];
    unsigned before = votes & ((1u << lane) - 1u);
    if (in)
        frontier[base + __popc(before)] = i;
    if (i == 0)
        *total = counts[0] + counts[1];
}
