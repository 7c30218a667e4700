// fpcheck: covariance <<<1, 32>>> east=[500000.25,500000.75,500001.25,500001.75,500002.25,500002.75,500003.25,500003.75,500004.25,500004.75,500005.25,500005.75,500006.25,500006.75,500007.25,500007.75] north=[4500000.0,4500001.5,4500003.0,4500002.0,4500003.5,4500002.5,4500004.0,4500005.5,4500004.5,4500006.0,4500005.0,4500006.5,4500008.0,4500007.0,4500008.5,4500007.5] cov=empty:1 n=16 want=[5.3125] ref=cov=want --tol rtol=1e-5,atol=0
// expect: ok
// why: the first point is the local origin, and differences of neighbours are exact; what E[xy] - E[x]E[y] then cancels is a bit or two
// figure: computed cov[0] within 1e-6 of MPFR 5.3125, tolerance 1e-5
// Covariance of easting and northing about the patch's first point, one warp.
__device__ float warp_sum(float v)
{
    for (int m = 16; m > 0; m >>= 1)
        v += __shfl_xor_sync(0xffffffffu, v, m);
    return v;
}

__global__ void covariance(const float *east, const float *north, float *cov, int n)
{
    int t = threadIdx.x;
    float x = t < n ? east[t] - east[0] : 0.0f;
    float y = t < n ? north[t] - north[0] : 0.0f;
    float inv = 1.0f / (float)n;
    float mx = warp_sum(x) * inv;
    float my = warp_sum(y) * inv;
    float dx = t < n ? x - mx : 0.0f;
    float dy = t < n ? y - my : 0.0f;
    float s = warp_sum(dx * dy);
    if (t == 0)
        *cov = s * inv;
}
