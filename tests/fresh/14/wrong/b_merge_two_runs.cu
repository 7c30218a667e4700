// fpcheck: merge_runs <<<1, 32>>> a=[1,3,5,5,8] b=[2,3,5,9] out=empty:9 na=5 nb=4 want=[1,2,3,3,5,5,5,8,9] ref=out=want --tol bitwise
// expect: error tie handling at line 26
// why: elements that are in both runs are written to one place: both sides count only smaller ones of the other, and a place stays unwritten
// figure: computed undefined, right 3 (out[3])
// Merges two sorted runs: every element goes to its own index plus its rank in the other run.
__device__ int lower_bound(const int *run, int n, int key)
{
    int lo = 0, hi = n;
    while (lo < hi) {
        int mid = (lo + hi) / 2;
        if (run[mid] < key)
            lo = mid + 1;
        else
            hi = mid;
    }
    return lo;
}

__global__ void merge_runs(const int *a, const int *b, int *out, int na, int nb)
{
    int t = threadIdx.x;
    if (t < na) {
        out[t + lower_bound(b, nb, a[t])] = a[t];
    } else if (t < na + nb) {
        int j = t - na;
        out[j + lower_bound(a, na, b[j])] = b[j];
    }
}
