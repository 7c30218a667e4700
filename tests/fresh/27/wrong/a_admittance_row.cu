// fpcheck: admittance_row <<<3, 128>>> y=ones:300x128 diagonal=empty:300 rows=300 stride=128
// expect: error out of bounds (index overflows 16 bits) at line 14
// why: the offset row * 128 is kept in a short: from row 256 on it is negative and reads before the matrix
// figure: computed index -32768 (out of bounds), MPFR index 32768, sum 128
// Row sums of a padded admittance matrix, one bus a thread.
__global__ void admittance_row(const float *y, float *diagonal, int rows, int stride)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows)
        return;
    short base = (short)(row * stride);
    float sum = 0.0f;
    for (int c = 0; c < stride; c++)
        sum += y[base + c];
    diagonal[row] = sum;
}
