// fpcheck: bright_pixels<<<2, 32>>> px=uniform(0,1):52 list=inout:const(-1):64 count=empty:2 threshold=0.5 n=52
// expect: ok
// why: the tail block has lanes without a pixel: all lanes vote, those beyond the end with no, and only the voters of yes write, at the rank of their bit
// figure: counts and indices exact; no race
// Indices of bright pixels, compacted by warp.
__global__ void bright_pixels(const float *px, int *list, int *count, float threshold, int n)
{
    int i = blockIdx.x * 32 + threadIdx.x;
    bool bright = i < n && px[i] > threshold;
    unsigned votes = __ballot_sync(0xffffffffu, bright);
    int rank = __popc(votes & ((1u << threadIdx.x) - 1u));
    if (bright)
        list[blockIdx.x * 32 + rank] = i;
    if (threadIdx.x == 0)
        count[blockIdx.x] = __popc(votes);
}
