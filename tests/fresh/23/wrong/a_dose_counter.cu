// fpcheck: dose_counter <<<2, 64>>> region=arange:128 given=inout:[16777216,100,33554432,5] n=128 want=[16777248,132,33554464,37] ref=given=want --tol rtol=1e-8,atol=0
// expect: error absorbed at line 10
// why: doses are counted by ones in binary32: from 2^24 on a one is absorbed
// figure: computed given[0] = 16777216, MPFR 16777248
// Doses given, by region: each record adds one.
__global__ void dose_counter(const int *region, float *given, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&given[region[i] & 3], 1.0f);
}
