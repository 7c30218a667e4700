// fpcheck: pair_of<<<1, 32>>> first=33550316 i=empty:32 j=empty:32 want=[8171,8172,8173,8174,8175,8176,8177,8178,8179,8180,8181,8182,8183,8184,8185,8186,8187,8188,8189,8190,0,1,2,3,4,5,6,7,8,9,10,11] ref=j=want --tol bitwise
// expect: ok
// why: the square root is binary64 and only a guess: two integer comparisons put the row right whatever it rounded to
// figure: computed (i,j)[0]=(8191, 8171), MPFR (8191, 8171): exact
// Pair k of a list of all pairs j < i of particles: k = i (i - 1) / 2 + j.
__device__ int row_of(long long k)
{
    int row = (int)(0.5 * (sqrt(8.0 * (double)k + 1.0) + 1.0));
    while ((long long)row * (row - 1) / 2 > k)
        row--;
    while ((long long)row * (row + 1) / 2 <= k)
        row++;
    return row;
}

__global__ void pair_of(int first, int *i, int *j)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    long long k = (long long)first + t;
    int row = row_of(k);
    i[t] = row;
    j[t] = (int)(k - (long long)row * (row - 1) / 2);
}
