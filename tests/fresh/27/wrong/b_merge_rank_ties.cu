// fpcheck: merge_join_order <<<1, 32>>> a=[1.0, 3.0, 3.0, 7.0, 9.5] b=[3.0, 4.0, 7.0, 7.0, 11.0, 12.0] merged=empty:11 na=5 nb=6
// expect: error wrong tie handling at line 40
// why: both sides count the strictly smaller keys of the other, so equal keys of a and b get the same place and others stay unwritten
// figure: computed merged[3]: never written (merged[1] is written twice), MPFR 3
// Merge of two sorted runs by rank: every element finds its place by a binary search in the other run.
__device__ int below(const float *run, int n, float key)
{
    int lo = 0;
    int hi = n;
    while (lo < hi) {
        int mid = (lo + hi) >> 1;
        if (run[mid] < key)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo;
}

__device__ int not_above(const float *run, int n, float key)
{
    int lo = 0;
    int hi = n;
    while (lo < hi) {
        int mid = (lo + hi) >> 1;
        if (run[mid] <= key)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo;
}

__global__ void merge_join_order(const float *a, const float *b, float *merged, int na, int nb)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < na)
        merged[i + below(b, nb, a[i])] = a[i];
    if (i < nb)
        merged[i + below(a, na, b[i])] = b[i];
}
