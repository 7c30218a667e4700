// fpcheck: pairs <<<1, 32>>> k=[0,1,2,12507500,12507499,50015001,50015000] row=empty:7 col=empty:7 n=7 --ref row=@a_pair_of_linear_row.npy --ref col=@a_pair_of_linear_col.npy
// expect: error flip at line 12
// why: 8k+1 needs 27 to 29 bits and is rounded to 24 on its way into sqrtf, so the last pair of a long row is given to the next row, with column -1
// figure: k=50015000: computed row 10001, col -1, MPFR row 10000, col 10000
// Which pair (row, col), col <= row, is number k of all pairs: the lower triangle row by row.
__global__ void pairs(const int *k, int *row, int *col, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    int q = k[i];
    int r = (int)((sqrtf(8.0f * (float)q + 1.0f) - 1.0f) * 0.5f);
    row[i] = r;
    col[i] = q - r * (r + 1) / 2;
}
