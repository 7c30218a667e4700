// fpcheck: merge_runs <<<1, 96>>> a=@a_merge_lower_lower_a.npy na=96 b=@a_merge_lower_lower_b.npy nb=64 out=empty:160 --ref 'out=@a_merge_lower_lower_out_ref.npy'
// expect: error uninitialised at line 29
// why: both runs take the lower bound in the other, so equal keys of the two runs claim the same slot and others are never written; must be upper for one of them
// figure: out[2] never written (46 of 160 elements are not), exact 0
#include <cuda_runtime.h>

// how many of v[0..n) come before x
__device__ int rank_in(const float* v, int n, float x, bool upper)
{
    int lo = 0, hi = n;
    while (lo < hi) {
        int mid = (lo + hi) >> 1;
        bool before = upper ? v[mid] <= x : v[mid] < x;
        if (before)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo;
}

// merges two sorted runs: every element finds its own place
__global__ void merge_runs(const float* a, int na, const float* b, int nb, float* out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < na)
        out[i + rank_in(b, nb, a[i], false)] = a[i];
    if (i < nb)
        out[i + rank_in(a, na, b[i], false)] = b[i];
}
