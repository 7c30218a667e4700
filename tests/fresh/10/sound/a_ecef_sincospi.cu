// fpcheck: to_ecef <<<1, 32>>> lat=[45.0,-33.5,60.25,5.0,-80.125] lon=[10.0,151.25,-150.5,100.0,77.0] height=[100.0,25.5,3000.0,0.0,1200.0] x=empty:5 y=empty:5 z=empty:5 n=5 ref=x=(6378137/sqrt(1-0.0066943799901413165*sin(lat*0.017453292519943295)*sin(lat*0.017453292519943295))+height)*cos(lat*0.017453292519943295)*cos(lon*0.017453292519943295) --tol rtol=1e-11,atol=0
// expect: ok
// why: degrees are divided by 180 for sincospi, so that no rounded pi comes in
// figure: x[3]: computed about -1103365.35188558, MPFR -1103365.35188558 (relative error near 1e-16 to 1e-15, tolerance 1e-11)
// Geodetic coordinates in degrees to Earth-centred ones on WGS 84, in metres.
constexpr double A = 6378137.0;
constexpr double F = 1.0 / 298.257223563;
constexpr double E2 = F * (2.0 - F);

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
    sincospi(lat[i] / 180.0, &sp, &cp);
    sincospi(lon[i] / 180.0, &sl, &cl);
    double r = prime_vertical(sp);
    x[i] = (r + height[i]) * cp * cl;
    y[i] = (r + height[i]) * cp * sl;
    z[i] = (r * (1.0 - E2) + height[i]) * sp;
}
