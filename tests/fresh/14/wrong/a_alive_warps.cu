// fpcheck: alive_warps <<<1, 128>>> flag=[0,0,0,1,0,0,0,0,0,0,1,0,0,0,0,0,0,1,0,0,0,0,0,0,1,0,0,0,0,0,0,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,0,0,0,0,0,0,1,0,0,0,0,0,0,1,0,0,0,0,0,0,1,0,0,0,0,0,0,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0] row=empty:128 total=empty:2 n=128
// expect: error uninitialised shared memory in a vote at line 24
// why: found[4] to found[31] were never written, and the ballot counts them
// figure: total[0] undefined (2 to 30), right 2
// Stream compaction of a selection: row numbers of the flagged rows, in order, and how many warps found any.
__global__ void alive_warps(const int *flag, int *row, int *total, int n)
{
    __shared__ int found[32];
    int t = threadIdx.x, lane = t & 31, warp = t >> 5, warps = blockDim.x >> 5;
    bool keep = t < n && flag[t] != 0;
    unsigned mask = __ballot_sync(0xffffffffu, keep);
    if (lane == 0)
        found[warp] = __popc(mask);
    __syncthreads();
    int before = 0;
    for (int w = 0; w < warp; w++)
        before += found[w];
    if (t < n)
        row[t] = -1;
    __syncthreads();
    if (keep)
        row[before + __popc(mask & ((1u << lane) - 1u))] = t;
    if (warp == 0) {
        unsigned busy = __ballot_sync(0xffffffffu, found[lane] > 0);
        if (lane == 0) {
            total[0] = __popc(busy);
            int sum = 0;
            for (int w = 0; w < warps; w++)
                sum += found[w];
            total[1] = sum;
        }
    }
}
