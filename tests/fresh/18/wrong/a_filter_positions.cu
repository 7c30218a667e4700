// fpcheck: where_greater <<<1, 64>>> amount=[82,27,51,77,68,20,65,81,12,40,6,30,59,72,30,67,36,8,15,15,87,49,47,28,41,46,10,43,59,47,22,64,57,38,60,18,92,57,82,28,35,42,21,13,31,61,25,97,87,48] rows=empty:20 count=inout:zeros:1 limit=50 n=50 wc=[20] ref=count=wc --tol rtol=0,atol=0.25
// expect: error out of bounds (inclusive rank) at line 22
// why: the lane mask includes the own lane: the places start at 1, row 0 of the result stays unwritten and the last one is written behind the end
// figure: computed rows[0] undefined and rows[20] written out of bounds, MPFR rows[0] the index of a hit, 20 rows
// SELECT row WHERE amount > limit: the rows of a warp are put behind one another, the order of warps does not matter.
__device__ unsigned lanes_before(int lane)
{
    return 0xffffffffu >> (31 - lane);
}

__global__ void where_greater(const int *amount, int *rows, int *count, int limit, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int lane = threadIdx.x & 31;
    bool hit = i < n && amount[i] > limit;
    unsigned votes = __ballot_sync(0xffffffffu, hit);
    int base = 0;
    if (lane == 0 && votes)
        base = atomicAdd(count, __popc(votes));
    base = __shfl_sync(0xffffffffu, base, 0);
    if (hit)
        rows[base + __popc(votes & lanes_before(lane))] = i;
}
