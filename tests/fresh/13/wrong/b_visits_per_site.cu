// fpcheck: tally <<<16, 256>>> site=randint(0,1):4096 visits=inout:[16777216,16777216] n=4096
// expect: error absorbed count at line 16
// why: running visit counts are kept as float; from 2^24 on adding 1.0f changes nothing, 2048 or so visits a site are lost
// figure: computed visits 16777216 (2^24 + 1 rounds back), each site has about 2048 rows, MPFR 16779264 or so (exact: 2^24 + its rows)
// Databases: group-by count that resumes from the totals of earlier partitions.
__device__ __forceinline__ bool valid_row(const int *site, int row, int n)
{
    return row < n && site[row] >= 0;
}

__global__ void tally(const int *site, float *visits, int n)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (!valid_row(site, row, n))
        return;
    atomicAdd(&visits[site[row] & 1], 1.0f);
}
