// fpcheck: selectivity <<<1, 128>>> key=[7,1,7,3,7,5,7,7,7,9,7,11,7,13,7,15,7,17,7,19,7,21,7,23,7,25,7,27,7,29,7,31,7,33,7,35,7,37,7,39,7,41,7,43,7,45,7,47,7,49,7,51,7,53,7,55,7,57,7,59,7,61,7,63,7,65,7,67,7,69,7,71,7,73,7,75,7,77,7,79,7,81,7,83,7,85,7,87,7,89,7,91,7,93,7,95,7,97,7,99] wanted=7 before=16777216 rows=16777316 share=empty:1 n=100
// expect: ok
// why: counts beyond 2^24 that become floats: they are counted as integers, and only the quotient is rounded
// figure: computed 0.999997139, MPFR 0.999997079: relative error 6.0e-08 against 2e-6
// The share of rows that match: those of this page and those counted before.
__global__ void selectivity(const int *key, int wanted, int before, int rows, float *share, int n)
{
    __shared__ int matches;
    if (threadIdx.x == 0)
        matches = before;
    __syncthreads();
    int i = threadIdx.x;
    bool match = i < n && key[i] == wanted;
    unsigned votes = __ballot_sync(0xffffffffu, match);
    if ((i & 31) == 0 && votes != 0)
        atomicAdd(&matches, __popc(votes));
    __syncthreads();
    if (i == 0)
        share[0] = (float)matches / (float)rows;
}
