// fpcheck: unpack_index <<<1, 64>>> row=empty:64 col=empty:64 first=12502450 n=64
// expect: error flip at line 9
// why: near the end of a row sqrt(8k + 1) rounds up to the next odd integer, the row is one too large and the column negative
// figure: computed row[49] = 5000, col -1, MPFR 4999, col 4999; wrong at [49]
// Packed lower triangle: element k lies in row r and column k - r (r + 1) / 2.
__device__ int row_of(int k)
{
    float root = sqrtf(8.0f * (float)k + 1.0f);
    return (int)((root - 1.0f) * 0.5f);
}

__global__ void unpack_index(int *row, int *col, int first, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        int k = first + i;
        int r = row_of(k);
        row[i] = r;
        col[i] = k - r * (r + 1) / 2;
    }
}
