// fpcheck: count_rows <<<8, 128>>> key=uniform(0,1):1024 total=inout:[16777216.0] low=0.25 n=1024
// expect: error counter lost in float at line 15
// why: the running total of selected rows is a float that has reached 2^24: adding 1 leaves it as it is
// figure: total computed 16777216, exact 16777216 + the number of keys >= 0.25, some 768 more
// SELECT count(*) WHERE key >= low, added to the total of the chunks before.
__device__ bool selected(float key, float low)
{
    return key >= low;
}

__global__ void count_rows(const float *key, float *total, float low, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && selected(key[i], low))
        atomicAdd(total, 1.0f);
}
