// fpcheck: compact_hits<<<1, 64>>> score=[0.486,0.25,0.72,0.635,0.933,0.04,0.835,0.497,0.438,0.485,0.135,0.074,0.736,0.67,0.399,0.525,0.395,0.406,0.218,0.833,0.522,0.624,0.636,0.194,0.132,0.584,0.54,0.691,0.344,0.283,0.778,0.274,0.126,0.298,0.1,0.545,0.917,0.816,0.465,0.968,0.536,0.356,0.505,0.887,0.226,0.371,0.205,0.73,0.056,0.192] hit=empty:64 count=empty:1 n=50 threshold=0.5 --ref 'count=want' want=[23] --tol bitwise
// expect: ok
// why: the ballot is taken by all lanes, those past the end vote no; lane 0's mask of lower lanes is (1 << 0) - 1 = 0 as it should be
// figure: computed count = 23, MPFR the same (exact)
__global__ void compact_hits(const float *score, int *hit, int *count, int n, float threshold)
{
    __shared__ int counts[2];
    int lane = threadIdx.x & 31;
    int warp = threadIdx.x >> 5;
    bool yes = false;
    if (threadIdx.x < n)
        yes = score[threadIdx.x] > threshold;
    unsigned votes = __ballot_sync(0xffffffffu, yes);
    if (lane == 0)
        counts[warp] = __popc(votes);
    hit[threadIdx.x] = -1;
    __syncthreads();
    int base = warp == 0 ? 0 : counts[0];
    if (yes)
        hit[base + __popc(votes & ((1u << lane) - 1u))] = threadIdx.x;
    if (threadIdx.x == 0)
        count[0] = counts[0] + counts[1];
}
