// fpcheck: count_matches <<<2, 64>>> key=[7,1,7,3,7,5,7,7,7,9,7,11,7,13,7,15,7,17,7,19,7,21,7,23,7,25,7,27,7,29,7,31,7,33,7,35,7,37,7,39,7,41,7,43,7,45,7,47,7,49,7,51,7,53,7,55,7,57,7,59,7,61,7,63,7,65,7,67,7,69,7,71,7,73,7,75,7,77,7,79,7,81,7,83,7,85,7,87,7,89,7,91,7,93,7,95,7,97,7,99] wanted=7 seen=inout:[16777216.0] n=100
// expect: error counter lost in float at line 12
// why: the running count is a float that has reached 2^24: adding 1 leaves it as it is, however many rows match
// figure: computed 16777216, MPFR 16777267 (seen[0])
// SELECT COUNT(*) WHERE key = wanted, added to the count of the pages before.
__global__ void count_matches(const int *key, int wanted, float *seen, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    if (key[i] == wanted)
        atomicAdd(seen, 1.0f);
}
