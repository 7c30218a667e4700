// fpcheck: segment_sums <<<1, 64>>> amount=[41,36,30,10,17,22,38,36,14,35,23,28,45,25,41,10,41,16,24,4,30,14,14,38,22,48,1,39,10,47,1,29,45,29,16,33,15,20,23,44,33,13,44,9,13,38,15,5,30,15,27,15,4,35,4,14,45,47,1,27,9,42,25,4] total=empty:4 want=[451,378,395,344] ref=total=want --tol rtol=1e-5,atol=0
// expect: error mismatch at line 11
// why: groups are half a warp, but the shuffles keep the default width and start at 16: the first group of a warp gets the second one added, and the second one itself twice
// figure: computed 829, MPFR 451 (total[0])
// SUM(amount) GROUP BY page, for pages of 16 rows: two pages a warp.
#define PAGE 16

__device__ float page_sum(float v)
{
    for (int d = warpSize / 2; d > 0; d /= 2)
        v += __shfl_down_sync(0xffffffffu, v, d);
    return v;
}

__global__ void segment_sums(const float *amount, float *total)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = page_sum(amount[i]);
    if (i % PAGE == 0)
        total[i / PAGE] = sum;
}
