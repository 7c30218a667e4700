// fpcheck: unpack_index <<<1, 64>>> row=empty:64 col=empty:64 first=12502450 n=64
// expect: ok
// why: the square root may be one off, and integer comparisons put it right afterwards
// figure: computed row[49] = 4999, col 4999, MPFR 4999, 4999; error 0
// Packed lower triangle: element k lies in row r and column k - r (r + 1) / 2.
__device__ int row_of(int k)
{
    int r = (int)((sqrtf(8.0f * (float)k + 1.0f) - 1.0f) * 0.5f);
    while (r * (r + 1) / 2 > k)
        r--;
    while ((r + 1) * (r + 2) / 2 <= k)
        r++;
    return r;
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
