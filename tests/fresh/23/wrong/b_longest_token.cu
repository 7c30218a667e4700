// fpcheck: longest_token<<<1, 128>>> space=[0,0,0,0,0,0,0,0,1,0,0,0,0,0,1,0,0,1,0,0,0,1,0,0,1,1,0,0,0,0,0,0,1,0,0,0,1,0,1,1,0,0,0,0,0,1,0,0,1,1,0,1,1,0,0,0,1,0,0,0,0,0,0,0,0,1,0,1,0,0,1,1,0,1,0,0,0,1,1,0,0,0,0,0,0,1,0,1,0,0,0,1,0,1,0,1,0,0,0,0] longest=empty:1 n=100
// expect: error uninitialised shared memory at line 20
// why: the shared maximum is never set before the atomicMax
// figure: computed undefined (an old shared word, or more), MPFR 8
// The length of the longest run of letters in a line; space[i] is 1 where a blank stands.
__device__ int length_from(const int *space, int start, int n)
{
    int k = start;
    while (k < n && !space[k])
        k++;
    return k - start;
}

__global__ void longest_token(const int *space, int *longest, int n)
{
    __shared__ int best;
    int i = threadIdx.x;
    bool begins = i < n && !space[i] && (i == 0 || space[i - 1]);
    if (begins)
        atomicMax(&best, length_from(space, i, n));
    __syncthreads();
    if (i == 0)
        *longest = best;
}
