// fpcheck: gauge_mean <<<1, 32>>> level=[3,1,4,1,5,9,2,6,5,3,5,8,9,7,9,3,2,3,8,4] mean=empty:1 n=20 want=[4.85] ref=mean=want --tol rtol=1e-6,atol=0
// expect: ok
// why: the lanes beyond the tail stay in the kernel, bring zeros, and take part in the full-mask shuffles
// figure: mean[0]: computed 4.8499999, MPFR 4.85 (relative error 2.0e-8, tolerance 1e-6)
// Mean level of the river gauges that report (level above 0), up to 32, by one warp.
__global__ void gauge_mean(const float *level, float *mean, int n)
{
    int lane = threadIdx.x;
    float v = 0.0f;
    bool reports = false;
    if (lane < n) {
        v = level[lane];
        reports = v > 0.0f;
    }
    unsigned mask = __ballot_sync(0xffffffffu, reports);
    if (!reports)
        v = 0.0f;
    for (int offset = 16; offset > 0; offset >>= 1)
        v += __shfl_down_sync(0xffffffffu, v, offset);
    if (lane == 0)
        mean[0] = mask ? v / __popc(mask) : 0.0f;
}
