// fpcheck: rank_sort <<<1, 32>>> key=[31,7,19,7,42,3,19,11,8,25] sorted=empty:10 n=10 want=[3,7,7,8,11,19,19,25,31,42] ref=sorted=want --tol bitwise
// expect: error uninitialised at line 20
// why: rows with equal keys count the same number of smaller ones and write the same slot; the slot after it is never written
// figure: computed: undefined (never written), MPFR 7 (sorted[2])
// Sort by ranks: every row goes to the number of rows that come before it.
template <typename T>
__device__ int rank_of(const T *key, int i, int n)
{
    int rank = 0;
    T mine = key[i];
    for (int j = 0; j < n; j++)
        rank += key[j] < mine;
    return rank;
}

__global__ void rank_sort(const int *key, int *sorted, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        sorted[rank_of(key, i, n)] = key[i];
}
