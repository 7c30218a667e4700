// fpcheck: unpack<<<1, 32>>> row=empty:8:i32 col=empty:8:i32 first=18002996 n=8
// expect: error index flipped by rounding at line 8
// why: 8k+1 and its root are rounded to binary32; for the last element of row 5999 the root becomes 12001 exactly and the row is one too high, the column -1
// figure: computed row[3] = 6000, col[3] = -1, MPFR row 5999, col 5999
// Row and column of consecutive elements of a packed lower triangle.
__device__ int triangle_row(int k)
{
    float root = sqrtf(8.0f * (float)k + 1.0f);
    return (int)((root - 1.0f) * 0.5f);
}

__global__ void unpack(int *row, int *col, int first, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int k = first + i;
    int r = triangle_row(k);
    row[i] = r;
    col[i] = k - (int)((long long)r * (r + 1) / 2);
}
