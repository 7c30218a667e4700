// fpcheck: pair_distance <<<1, 32>>> trait=arange:10002 out=empty:32 base=50004990 pairs=32
// expect: error index rounded to the next row at line 9
// why: the row of a pair comes from sqrtf(8k+1) in binary32: just before a row starts it rounds up, the column is -1 and lies before the array
// figure: k = 50004995: row computed 10000 and column -5, exact row 9999 and column 9995
// Distances of pairs of species, numbered along the lower triangle with its diagonal: k = row (row + 1) / 2 + column.
__device__ int row_of(int k)
{
    float root = sqrtf(8.0f * (float)k + 1.0f);
    return (int)((root - 1.0f) * 0.5f);
}

__global__ void pair_distance(const float *trait, float *out, int base, int pairs)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= pairs)
        return;
    int k = base + i;
    int row = row_of(k);
    int start = row / 2 * (row + 1);
    if (row & 1)
        start = (row + 1) / 2 * row;
    int column = k - start;
    out[i] = fabsf(trait[row] - trait[column]);
}
