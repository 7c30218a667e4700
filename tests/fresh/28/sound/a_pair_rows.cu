// fpcheck: pair_rows <<<1, 64>>> row=empty:40 column=empty:40 base=50004980 pairs=40 --ref row=@a_pair_rows_want.npy --tol bitwise
// expect: ok
// why: the row of a triangular index comes from sqrtf, which is off by one at some; two integer loops put it right before it is used
// figure: row[19] (k = 50004999) computed 9999 after the loop (10000 before), exact 9999
// Row and column of pairs numbered along a lower triangle, k = row (row + 1) / 2 + column.
__device__ long long start_of(int row)
{
    return (long long)row * (row + 1) / 2;
}

__device__ int row_of(int k)
{
    int row = (int)((sqrtf(8.0f * (float)k + 1.0f) - 1.0f) * 0.5f);
    while (start_of(row) > k)
        row--;
    while (start_of(row + 1) <= k)
        row++;
    return row;
}

__global__ void pair_rows(int *row, int *column, int base, int pairs)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= pairs)
        return;
    int k = base + i;
    int r = row_of(k);
    row[i] = r;
    column[i] = (int)(k - start_of(r));
}
