// fpcheck: rank_sort<<<1, 16>>> x=[4,2,7,2,9,1,4,4,0,3,8,5,6,2,11,10] y=empty:16 n=16
// expect: error wrong tie handling: output never written at line 10
// why: equal keys get the same rank, so one place is written thrice and the places after it never
// figure: computed y[3], y[4] undefined, right: 2, 2 (sorted 0 1 2 2 2 3 4 4 4 ...)
// Sort by counting, for each key, how many are smaller.
__device__ int rank_of(const float *x, float key, int n)
{
    int r = 0;
    for (int j = 0; j < n; j++)
        r += x[j] < key;
    return r;
}

__global__ void rank_sort(const float *x, float *y, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    float key = x[i];
    y[rank_of(x, key, n)] = key;
}
