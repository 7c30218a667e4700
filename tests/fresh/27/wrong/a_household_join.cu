// fpcheck: household_join <<<1, 32>>> left=[16777217,16777221,100,33554435] right=[16777216,16777221,101,33554436] matched=empty:4 n=4 want=[0,1,0,0] ref=matched=want
// expect: error key loses bits at line 8
// why: the number of a household passes through float: above 2^24 neighbouring numbers become equal
// figure: computed matched[0] = 1, MPFR 0
// Joins two waves of a panel by the number of the household.
__device__ float key_of(int id)
{
    return (float)id;
}

__global__ void household_join(const int *left, const int *right, int *matched, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float a = key_of(left[i]);
    float b = key_of(right[i]);
    matched[i] = a == b ? 1 : 0;
}
