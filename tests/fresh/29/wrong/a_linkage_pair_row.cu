// fpcheck: unrank <<<1, 32>>> pair=[5,720607,18009000,40504499,76205685,200009999,449984999] row=empty:7 column=empty:7 n=7 want=[2,1200,6000,8999,12345,19999,29998] ref=row=want --tol bitwise
// expect: error index at line 9
// why: the square root of 8 k + 1 is rounded in float; beside a row's first pair the row comes out one too large or small
// figure: computed row[2] = 6001, right 6000
// Pair number to (row, column) of the lower triangle, for a linkage disequilibrium matrix of thousands of markers.
__device__ int row_of(int k)
{
    float root = sqrtf(8.0f * (float)k + 1.0f);
    return (int)((root - 1.0f) * 0.5f);
}

__global__ void unrank(const int *pair, int *row, int *column, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    int k = pair[i];
    int r = row_of(k);
    row[i] = r;
    column[i] = k - r * (r + 1) / 2;
}
