// fpcheck: northing <<<1, 32>>> latitude=[1e-05,0.0003,0.5,-1e-06,1.2,-0.7] y=empty:6 n=6 want=[63.78137,1913.4412,3330906.2,-6.378137,10675084.0,-4881510.0] --ref y=want --tol rtol=1e-6,atol=0
// expect: ok
// why: asinh(tan phi) is the same function as log(tan(pi/4 + phi/2)) but keeps its digits near the equator and is odd
// figure: y[3] is -6.37813698 by MPFR, device within 3 ulp (2e-7), tolerance 1e-6
// Spherical Mercator (EPSG:3857), latitude in radians to metres
#define RADIUS 6378137.0f

__global__ void northing(const float *latitude, float *y, int n)
{
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        y[i] = RADIUS * asinhf(tanf(latitude[i]));
}
