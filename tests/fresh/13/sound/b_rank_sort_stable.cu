// fpcheck: rank_sort <<<1, 64>>> key=[5,3,9,3,1,7,5,2,8,5] sorted=empty:10 from=empty:10 n=10
// expect: ok
// why: equal keys and a scatter by rank; the index breaks ties, ranks are a permutation, every place is written once
// figure: computed sorted = [1, 2, 3, 3, 5, 5, 5, 7, 8, 9], MPFR the same
// Sorting: enumeration sort of a small run that keeps the order of equals.
__device__ bool goes_before(float a, int i, float b, int j)
{
    return a < b || (a == b && i < j);
}

__global__ void rank_sort(const float *key, float *sorted, int *from, int n)
{
    __shared__ float run[64];
    int i = threadIdx.x;
    if (i < n)
        run[i] = key[i];
    __syncthreads();
    if (i >= n)
        return;
    int rank = 0;
    for (int k = 0; k < n; ++k)
        rank += goes_before(run[k], k, run[i], i) ? 1 : 0;
    sorted[rank] = run[i];
    from[rank] = i;
}
