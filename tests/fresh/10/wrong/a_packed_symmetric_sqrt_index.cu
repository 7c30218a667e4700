// fpcheck: pair_of <<<1, 64>>> first=32003990 row=empty:16 column=empty:16 n=16 want=[7999,7999,7999,7999,7999,7999,7999,7999,7999,7999,8000,8000,8000,8000,8000,8000] ref=row=want --tol bitwise
// expect: error index in floating point at line 8
// why: 8k+1 needs 28 bits; the float square root of the last entries of row 7999 rounds up to row 8000 with column -1
// figure: row[9], column[9]: computed 8000, -1, MPFR 7999, 7999
// Row and column of entry k of a packed lower triangle: k = row (row + 1) / 2 + column.
__device__ int2 unpack_triangle(int k)
{
    float f = sqrtf(8.0f * (float)k + 1.0f);
    int row = (int)((f - 1.0f) * 0.5f);
    int column = k - row * (row + 1) / 2;
    return make_int2(row, column);
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
