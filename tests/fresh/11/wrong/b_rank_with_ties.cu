// fpcheck: rank_sort <<<1, 32>>> score=[7,3,9,3,1,9,4,8,2,6] out=empty:10 n=10 want=[1,2,3,3,4,6,7,8,9,9] ref=out=want --tol bitwise
// expect: error undefined output at line 22
// why: equal scores get the same rank, so two threads write one place and the next place stays unwritten
// figure: computed out[3] = unwritten, MPFR 3
// Sort by counting the smaller ones.
__device__ int rank_of(const int *s, int n, int i)
{
    int r = 0;
    for (int j = 0; j < n; j++)
        r += s[j] < s[i];
    return r;
}

__global__ void rank_sort(const int *score, int *out, int n)
{
    __shared__ int s[32];
    int t = threadIdx.x;
    if (t < n)
        s[t] = score[t];
    __syncthreads();
    if (t < n)
        out[rank_of(s, n, t)] = s[t];
}
