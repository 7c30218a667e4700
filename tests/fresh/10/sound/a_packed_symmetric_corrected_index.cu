// fpcheck: pair_of <<<1, 64>>> first=32003990 row=empty:16 column=empty:16 n=16 want=[7999,7999,7999,7999,7999,7999,7999,7999,7999,7999,8000,8000,8000,8000,8000,8000] ref=row=want --tol bitwise
// expect: ok
// why: the float square root is only a guess, which two integer loops put right
// figure: row[9], column[9]: computed 7999, 7999, MPFR 7999, 7999
// Row and column of entry k of a packed lower triangle: k = row (row + 1) / 2 + column.
__device__ int entries_above(int row)
{
    return row * (row + 1) / 2;
}

__device__ int2 unpack_triangle(int k)
{
    int row = (int)((sqrtf(8.0f * (float)k + 1.0f) - 1.0f) * 0.5f);
    while (entries_above(row) > k)
        row--;
    while (entries_above(row + 1) <= k)
        row++;
    return make_int2(row, k - entries_above(row));
}

__global__ void pair_of(int first, int *row, int *column, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int2 p = unpack_triangle(first + i);
    row[i] = p.x;
    column[i] = p.y;
}
