// fpcheck: merge_stats <<<1, 1>>> mean=@b_syncbn_merge_counts_mean.npy m2=@b_syncbn_merge_counts_m2.npy count=@b_syncbn_merge_counts_n.npy out=empty:2 ranks=8 --ref out=@b_syncbn_merge_counts_ref_out.npy --tol rtol=1e-4
// expect: error integer overflow at line 14
// why: the product of two counts of 65536 is 2^32 and wraps to 0 in int, so that the spread between the ranks is lost (reported of batch norm's merge with large batches)
// figure: out[1] computed 0.992456555, exact 1.91727205
#include <cuda_runtime.h>
// Chan's pairwise merge of (count, mean, M2) over ranks, as synchronised batch norm does.
struct Stat { int n; float mean, m2; };
__device__ Stat merge(const Stat& a, const Stat& b)
{
    Stat r;
    r.n = a.n + b.n;
    const float d = b.mean - a.mean;
    r.mean = a.mean + d * ((float)b.n / (float)r.n);
    r.m2 = a.m2 + b.m2 + d * d * (float)(a.n * b.n) / (float)r.n;
    return r;
}
__global__ void merge_stats(const float* __restrict__ mean, const float* __restrict__ m2, const int* __restrict__ count, float* out, int ranks)
{
    Stat s = {count[0], mean[0], m2[0]};
    for (int i = 1; i < ranks; ++i) {
        const Stat t = {count[i], mean[i], m2[i]};
        s = merge(s, t);
    }
    out[0] = s.mean;
    out[1] = s.m2 / (float)s.n;
}
