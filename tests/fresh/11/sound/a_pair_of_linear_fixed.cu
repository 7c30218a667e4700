// fpcheck: pairs <<<1, 32>>> k=[0,1,2,12507500,12507499,50015001,50015000,2147450879] row=empty:8 col=empty:8 n=8
// expect: ok
// why: the root in float is only a guess: two integer comparisons put it right, whatever its rounding was, and 64-bit products do not overflow
// figure: k=12507500: computed (5000, 5000), MPFR (5000, 5000); exact
// Which pair (row, col), col <= row, is number k of all pairs: the lower triangle row by row.
__device__ long long triangle(long long r)
{
    return r * (r + 1) / 2;
}

__global__ void pairs(const int *k, int *row, int *col, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    long long q = k[i];
    long long r = (long long)((sqrtf(8.0f * (float)q + 1.0f) - 1.0f) * 0.5f);
    while (triangle(r) > q)
        r--;
    while (triangle(r + 1) <= q)
        r++;
    row[i] = (int)r;
    col[i] = (int)(q - triangle(r));
}
