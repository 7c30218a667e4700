// fpcheck: gauge_mean <<<1, 32>>> level=[3,1,4,1,5,9,2,6,5,3,5,8,9,7,9,3,2,3,8,4] mean=empty:1 n=20
// expect: error shuffle mask at line 13
// why: lanes 20 to 31 have left the kernel, but the shuffle names and reads them
// figure: mean[0]: computed undefined, MPFR 4.85
// Mean level of up to 32 river gauges by one warp.
__global__ void gauge_mean(const float *level, float *mean, int n)
{
    int lane = threadIdx.x;
    if (lane >= n)
        return;
    float v = level[lane];
    for (int offset = 16; offset > 0; offset >>= 1)
        v += __shfl_down_sync(0xffffffffu, v, offset);
    if (lane == 0)
        mean[0] = v / n;
}
