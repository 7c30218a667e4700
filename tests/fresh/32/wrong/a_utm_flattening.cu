// fpcheck: utm <<<1, 64>>> lat=@a_utm_flattening_lat.npy lon=@a_utm_flattening_lon.npy easting=empty:40 northing=empty:40 n=40 --ref 'easting=@a_utm_flattening_easting_ref.npy' --ref 'northing=@a_utm_flattening_northing_ref.npy' --tol rtol=0,atol=1e-3
// expect: error mismatch at line 27
// why: the third flattening is f / (2 - f): with the other sign the rectifying radius is 36 m too large and the northings are off by up to some 50 m, where UTM is good to a millimetre
// figure: northing[1] computed 8814307.21452646, exact 8814264.256882045; 40 of 40 beyond the tolerance, worst 4.3e+04 times
#include <cuda_runtime.h>

// UTM coordinates by Krueger's series in the third flattening, one point a thread.

#define TERMS 4
#define K0 0.9996
#define FALSE_EASTING 500000.0
#define FALSE_NORTHING 10000000.0
#define RADIANS 0.017453292519943295

struct Series {
    double A;             // rectifying radius
    double alpha[TERMS];
    double e;             // first eccentricity
};

struct Sphere {
    double xi, eta;
};

__device__ double third_flattening(double f)
{
    return f / (2.0 + f);
}

__device__ double poly(double x, double a, double b, double c)
{
    return a + x * (b + x * c);
}

__device__ double rectifying_radius(double a, double n)
{
    double n2 = n * n;
    return a / (1.0 + n) * poly(n2, 1.0, 0.25, 1.0 / 64.0);
}

__device__ Series series_of(double a, double f)
{
    Series s;
    double n = third_flattening(f);
    double n2 = n * n;
    s.A = rectifying_radius(a, n);
    s.e = sqrt(f * (2.0 - f));
    s.alpha[0] = n * (0.5 + n * poly(n, -2.0 / 3.0, 5.0 / 16.0, 41.0 / 180.0));
    s.alpha[1] = n2 * poly(n, 13.0 / 48.0, -3.0 / 5.0, 557.0 / 1440.0);
    s.alpha[2] = n2 * n * (61.0 / 240.0 - n * 103.0 / 140.0);
    s.alpha[3] = n2 * n2 * 49561.0 / 161280.0;
    return s;
}

// the tangent of the conformal latitude
__device__ double conformal_tangent(double phi, double e)
{
    double s = sin(phi);
    return sinh(atanh(s) - e * atanh(e * s));
}

__device__ Sphere gauss_schreiber(double t, double lambda)
{
    double c = cos(lambda);
    Sphere q;
    q.xi = atan2(t, c);
    q.eta = asinh(sin(lambda) / sqrt(t * t + c * c));
    return q;
}

__device__ Sphere krueger(Sphere q, const Series& s)
{
    Sphere r = q;
    for (int j = 1; j <= TERMS; ++j) {
        double a = s.alpha[j - 1];
        r.xi += a * sin(2 * j * q.xi) * cosh(2 * j * q.eta);
        r.eta += a * cos(2 * j * q.xi) * sinh(2 * j * q.eta);
    }
    return r;
}

__device__ int zone_of(double lon)
{
    int z = (int)floor((lon + 180.0) / 6.0) + 1;
    return z > 60 ? 1 : z;
}

__device__ double central_meridian(int zone)
{
    return 6.0 * zone - 183.0;
}

__global__ void utm(const double* lat, const double* lon, double* easting, double* northing, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    Series s = series_of(6378137.0, 1.0 / 298.257223563);
    double lambda = (lon[i] - central_meridian(zone_of(lon[i]))) * RADIANS;
    double t = conformal_tangent(lat[i] * RADIANS, s.e);
    Sphere q = krueger(gauss_schreiber(t, lambda), s);
    easting[i] = FALSE_EASTING + K0 * s.A * q.eta;
    northing[i] = K0 * s.A * q.xi + (lat[i] < 0.0 ? FALSE_NORTHING : 0.0);
}
