// fpcheck: to_ecef <<<1, 32>>> lat=[45.0,-33.5,60.25,5.0,-80.125] lon=[10.0,151.25,-150.5,100.0,77.0] height=[100.0,25.5,3000.0,0.0,1200.0] x=empty:5 y=empty:5 z=empty:5 n=5 ref=x=(6378137/sqrt(1-0.0066943799901413165*sin(lat*0.017453292519943295)*sin(lat*0.017453292519943295))+height)*cos(lat*0.017453292519943295)*cos(lon*0.017453292519943295) --tol rtol=1e-11,atol=0
// expect: error wrong constant at line 9
// why: pi / 180 as a float literal in double arithmetic moves stations by centimetres to metres
// figure: x[3]: computed -1103365.26735, MPFR -1103365.35189
// Geodetic coordinates in degrees to Earth-centred ones on WGS 84, in metres.
constexpr double A = 6378137.0;
constexpr double F = 1.0 / 298.257223563;
constexpr double E2 = F * (2.0 - F);
constexpr double RAD = 0.0174532925f;

__device__ double prime_vertical(double s)
{
    return A / sqrt(1.0 - E2 * s * s);
}

__global__ void to_ecef(const double *lat, const double *lon, const double *height, double *x, double *y, double *z, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    double sp, cp, sl, cl;
    sincos(lat[i] * RAD, &sp, &cp);
    sincos(lon[i] * RAD, &sl, &cl);
    double r = prime_vertical(sp);
    x[i] = (r + height[i]) * cp * cl;
    y[i] = (r + height[i]) * cp * sl;
    z[i] = (r * (1.0 - E2) + height[i]) * sp;
}
