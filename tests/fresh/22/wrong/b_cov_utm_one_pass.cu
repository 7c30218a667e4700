// fpcheck: covariance <<<1, 1>>> east=[500000.25,500000.75,500001.25,500001.75,500002.25,500002.75,500003.25,500003.75,500004.25,500004.75,500005.25,500005.75,500006.25,500006.75,500007.25,500007.75] north=[4500000.0,4500001.5,4500003.0,4500002.0,4500003.5,4500002.5,4500004.0,4500005.5,4500004.5,4500006.0,4500005.0,4500006.5,4500008.0,4500007.0,4500008.5,4500007.5] cov=empty:1 n=16
// expect: error cancellation at line 15
// why: E[xy] - E[x]E[y] of UTM coordinates: both terms are about 2e12 (ulp 131,072), the covariance a few square metres
// figure: computed cov[0] = -262144.0, MPFR 5.3125
// Plane fit to a patch of an airborne scan: covariance of easting and northing.
__global__ void covariance(const float *east, const float *north, float *cov, int n)
{
    float sx = 0.0f, sy = 0.0f, sxy = 0.0f;
    for (int i = 0; i < n; i++) {
        sx += east[i];
        sy += north[i];
        sxy += east[i] * north[i];
    }
    float inv = 1.0f / (float)n;
    *cov = sxy * inv - (sx * inv) * (sy * inv);
}
