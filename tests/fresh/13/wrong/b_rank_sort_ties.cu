// fpcheck: rank_sort <<<1, 64>>> key=[5,3,9,3,1,7,5,2,8,5] sorted=empty:10 n=10
// expect: error tie handling at line 10
// why: equal keys get equal ranks: several threads write the same place, and the places after it stay unwritten
// figure: computed places [3, 5, 6] are never written: undefined, MPFR sorted = [1, 2, 3, 3, 5, 5, 5, 7, 8, 9]
// Sorting: enumeration sort of a small run.
__device__ int rank_of(const float *key, int i, int n)
{
    int r = 0;
    for (int k = 0; k < n; ++k)
        r += key[k] < key[i];
    return r;
}

__global__ void rank_sort(const float *key, float *sorted, int n)
{
    __shared__ float run[64];
    int i = threadIdx.x;
    if (i < n)
        run[i] = key[i];
    __syncthreads();
    if (i < n)
        sorted[rank_of(run, i, n)] = run[i];
}
