// fpcheck: northing <<<1, 32>>> latitude=[1e-05,0.0003,0.5,-1e-06,1.2] y=empty:5 n=5
// expect: error cancellation at line 14
// why: log(tan(pi/4 + phi/2)): near the equator the sum swallows phi and the logarithm of something near 1 shows only its rounding
// figure: computed y[3]=-5.702501, MPFR -6.378137
// Spherical Mercator (EPSG:3857), latitude in radians to metres
#define RADIUS 6378137.0f
#define QUARTER_PI 0.78539816339744831f

__global__ void northing(const float *latitude, float *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float t = tanf(QUARTER_PI + 0.5f * latitude[i]);
    y[i] = RADIUS * logf(t);
}
