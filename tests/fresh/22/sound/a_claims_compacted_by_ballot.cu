// fpcheck: large_claims <<<1, 128>>> claim=uniform(0,100):100 kept=inout:zeros:128:f32 where=inout:zeros:128:i32 count=empty:1:i32 excess=empty:1 retention=70.0 n=100
// expect: ok
// why: places by popcounts of ballots and a table that only part of the threads fill; every entry read is written, and the tail votes no
// figure: error of a sum of about 30 positive terms, below 3e-7 relative at excess[0], allowance 16 ulp, about 1e-6
#define WARPS 4

// Claims above the retention of an excess-of-loss treaty, in their order, and the sum of the excess.
__global__ void large_claims(const float *claim, float *kept, int *where, int *count, float *excess, float retention, int n)
{
    __shared__ int found[WARPS];
    __shared__ float sums[WARPS];
    int t = threadIdx.x;
    int lane = t & 31, warp = t >> 5;
    float x = t < n ? claim[t] : 0.0f;
    bool large = t < n && x > retention;
    unsigned votes = __ballot_sync(0xffffffffu, large);

    float s = large ? x - retention : 0.0f;
    for (int d = 16; d > 0; d >>= 1)
        s += __shfl_xor_sync(0xffffffffu, s, d);
    if (lane == 0) {
        found[warp] = __popc(votes);
        sums[warp] = s;
    }
    __syncthreads();

    int place = __popc(votes & ((1u << lane) - 1u));
    for (int w = 0; w < warp; w++)
        place += found[w];
    if (large) {
        kept[place] = x;
        where[place] = t;
    }
    if (t == 0) {
        int total = 0;
        float sum = 0.0f;
        for (int w = 0; w < WARPS; w++) {
            total += found[w];
            sum += sums[w];
        }
        count[0] = total;
        excess[0] = sum;
    }
}
