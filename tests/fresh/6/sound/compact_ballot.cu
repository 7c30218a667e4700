// fpcheck: compact_ballot <<<1, 128>>> n=100 x=randn:100 out=inout:zeros:100 count=empty:1:i32
// expect: ok
// Stable compaction of the positive samples of a block; offsets by ballots and a scan of the warps' counts.
__global__ void compact_ballot(const float* x, float* out, int* count, int n)
{
    __shared__ int base[5];
    int t = threadIdx.x, lane = t & 31, w = t >> 5;
    float v = t < n ? x[t] : -1.0f;
    bool keep = v > 0.0f;
    unsigned mask = __ballot_sync(0xffffffffu, keep);
    if (lane == 0) base[w + 1] = __popc(mask);
    __syncthreads();
    if (t == 0) {
        base[0] = 0;
        for (int i = 1; i <= 4; ++i) base[i] += base[i - 1];
        count[0] = base[4];
    }
    __syncthreads();
    if (keep) out[base[w] + __popc(mask & ((1u << lane) - 1u))] = v;
}
