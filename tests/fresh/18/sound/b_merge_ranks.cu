// fpcheck: merge_runs <<<1, 64>>> a=[1, 3, 3, 5, 9, 9, 12] b=[0, 3, 3, 4, 9, 20] out=empty:13 from=empty:13 na=7 nb=6
// expect: ok
// why: equal keys in both runs and all threads write at once; one side ranks by < and the other by <=, so every place is written once
// figure: computed is right bit for bit: only comparisons, copies and integers; error 0
__device__ int count_less(const float *v, int n, float x)
{
    int lo = 0, hi = n;
    while (lo < hi) {
        int m = (lo + hi) >> 1;
        if (v[m] < x)
            lo = m + 1;
        else
            hi = m;
    }
    return lo;
}

__device__ int count_not_greater(const float *v, int n, float x)
{
    int lo = 0, hi = n;
    while (lo < hi) {
        int m = (lo + hi) >> 1;
        if (v[m] <= x)
            lo = m + 1;
        else
            hi = m;
    }
    return lo;
}

__global__ void merge_runs(const float *a, const float *b, float *out, int *from, int na, int nb)
{
    int t = threadIdx.x;
    if (t < na) {
        int at = t + count_less(b, nb, a[t]);
        out[at] = a[t];
        from[at] = t;
    } else if (t < na + nb) {
        int j = t - na;
        int at = j + count_not_greater(a, na, b[j]);
        out[at] = b[j];
        from[at] = na + j;
    }
}
