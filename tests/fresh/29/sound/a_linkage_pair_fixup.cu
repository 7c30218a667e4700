// fpcheck: unrank <<<1, 32>>> pair=[5,720607,18009000,40504499,76205685,200009999,449984999] row=empty:7 column=empty:7 n=7 want=[2,1200,6000,8999,12345,19999,29998] ref=row=want --tol bitwise
// expect: ok
// why: the float square root may miss the row by one, but integer steps put that right afterwards
// figure: computed row[3] = 8999, right 8999 (exact)
// Pair number to (row, column) of the lower triangle, for a linkage disequilibrium matrix of thousands of markers.
__device__ int first_of(int row)
{
    return row * (row + 1) / 2;
}

__device__ int row_of(int k)
{
    int r = (int)((sqrtf(8.0f * (float)k + 1.0f) - 1.0f) * 0.5f);
    while (first_of(r) > k)
        r--;
    while (first_of(r + 1) <= k)
        r++;
    return r;
}

__global__ void unrank(const int *pair, int *row, int *column, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    int r = row_of(pair[i]);
    row[i] = r;
    column[i] = pair[i] - first_of(r);
}
