// fpcheck: compact <<<1, 128>>> x=randn:100 values=inout:zeros:128 where=inout:zeros:128 kept=empty:1 floor_=0.75 n=100
// expect: ok
// why: stream compaction of a thresholded signal: ballot ranks inside a warp, an exclusive scan over four warps; tail lanes vote no but stay for every barrier
// figure: error 0: bits are moved only
__global__ void compact(const float *x, float *values, int *where, int *kept, float floor_, int n)
{
    __shared__ int first[5];
    int t = threadIdx.x, lane = t & 31, warp = t >> 5;
    float v = t < n ? x[t] : 0.0f;
    bool keep = t < n && fabsf(v) >= floor_;
    unsigned int votes = __ballot_sync(0xffffffffu, keep);
    int rank = __popc(votes & ((1u << lane) - 1u));
    if (lane == 0)
        first[warp + 1] = __popc(votes);
    if (t == 0)
        first[0] = 0;
    __syncthreads();
    if (t == 0)
        for (int w = 1; w <= 4; w++)
            first[w] += first[w - 1];
    __syncthreads();
    if (keep) {
        values[first[warp] + rank] = v;
        where[first[warp] + rank] = t;
    }
    if (t == 0)
        kept[0] = first[4];
}
