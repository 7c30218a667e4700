// fpcheck: easting <<<1, 32>>> lon=[0.5, 3.0, 9.75, -71.25, 116.5, 179.875] east=empty:6 n=6 ref=east=6378137*lon*0.017453292519943295 --tol rtol=1e-12,atol=0
// expect: error constant at line 13
// why: the degree is a float literal in a computation in double: 1.1e-8 off, centimetres to decimetres on the ground
// figure: computed east[5] = 20023593.25133, MPFR 20023593.406440083
// Spherical Mercator easting in metres.
#define DEGREE 0.01745329251994f
#define RADIUS 6378137.0

__global__ void easting(const double *lon, double *east, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        east[i] = RADIUS * (lon[i] * DEGREE);
}
