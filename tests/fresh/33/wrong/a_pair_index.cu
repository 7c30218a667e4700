// fpcheck: pair_of_reads <<<1, 64>>> first=499991221 row=empty:64:i32 col=empty:64:i32 n=64 --ref 'row=@a_pair_row.npy' --ref 'col=@a_pair_col.npy'
// expect: error flip at line 12
// why: the linear number of a pair of sequences is taken apart by a binary32 square root of 8k+1 near 4e9, whose operand rounds to 256: near the start of a row it comes out one row off (known from condensed distance matrices)
// figure: row[0] computed 31623, should be 31622; 32 of 64 elements differ
__global__ void pair_of_reads(int first, int *__restrict__ row, int *__restrict__ col, int n)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= n)
        return;
    unsigned k = (unsigned)first + t;
    // k = i (i - 1) / 2 + j with 0 <= j < i
    int i = (int)floorf(0.5f * (1.0f + sqrtf(8.0f * (float)k + 1.0f)));
    row[t] = i;
    col[t] = (int)(k - (unsigned)i * (unsigned)(i - 1) / 2u);
}
