// fpcheck: compact <<<3, 96>>> x=@a_compact_tail_x.npy out=empty:3x77 kept=empty:3 n=77 low=0.25 --ref 'out=@a_compact_tail_out.npy' --ref 'kept=@a_compact_tail_kept.npy' --tol 0ulp
// expect: ok
// why: the selection WHERE x >= low of 77 rows by 96 threads: all lanes take part in the ballots, those behind the tail with false; the mask of the lower lanes is empty for lane 0; the rest of the output is filled with -1
// figure: all of out, kept exactly as the reference, e.g. out[0] = 0.304437935
__global__ void compact(const float* x, float* out, int* kept, int n, float low)
{
    __shared__ int warp_count[3];
    int t = threadIdx.x, lane = t & 31, warp = t >> 5;
    float v = t < n ? x[blockIdx.x * n + t] : 0.0f;
    bool keep = t < n && v >= low;
    unsigned votes = __ballot_sync(0xffffffffu, keep);
    if (lane == 0)
        warp_count[warp] = __popc(votes);
    __syncthreads();
    int before = 0, all = 0;
    for (int w = 0; w < 3; ++w) {
        before += w < warp ? warp_count[w] : 0;
        all += warp_count[w];
    }
    float* to = out + blockIdx.x * n;
    if (keep)
        to[before + __popc(votes & ((1u << lane) - 1u))] = v;
    if (t >= all && t < n)
        to[t] = -1.0f;
    if (t == 0)
        kept[blockIdx.x] = all;
}
