// fpcheck: vincenty <<<1, 32>>> lat1=@a_vincenty_equator_lat1.npy lon1=@a_vincenty_equator_lon1.npy lat2=@a_vincenty_equator_lat2.npy lon2=@a_vincenty_equator_lon2.npy s=empty:32 n=32 --ref 's=@a_vincenty_equator_s_ref.npy' --tol rtol=1e-9,atol=1e-6
// expect: error NaN at line 50
// why: the guard for lines along the equator is missing (as in the first widely copied JavaScript version): cos2Alpha is 0, 0/0 is NaN, the loop ends, and fmin turns the NaN into half a meridian; pairs 5 and 17 show it
// figure: s[17] computed 20003931.4586, exact 111319.49079327357; 2 of 32 beyond the tolerance, worst 1.77e+11 times
#include <cuda_runtime.h>

// Vincenty's inverse problem on the WGS84 ellipsoid, one pair of points a thread.

struct Ellipsoid {
    double a, f, b;
};

struct Reduced {
    double s, c;
};

struct Line {
    double sinSigma, cosSigma, sigma;
    double sinAlpha, cos2Alpha, cos2SigmaM;
};

__device__ Ellipsoid wgs84()
{
    Ellipsoid e;
    e.a = 6378137.0;
    e.f = 1.0 / 298.257223563;
    e.b = e.a * (1.0 - e.f);
    return e;
}

__device__ Reduced reduced_latitude(double degrees, const Ellipsoid& e)
{
    double t = (1.0 - e.f) * tan(degrees * 0.017453292519943295);
    Reduced r;
    r.c = 1.0 / sqrt(1.0 + t * t);
    r.s = t * r.c;
    return r;
}

__device__ void set_line(Line& q, const Reduced& u1, const Reduced& u2, double lambda)
{
    double sl = sin(lambda), cl = cos(lambda);
    double x = u2.c * sl;
    double y = u1.c * u2.s - u1.s * u2.c * cl;
    q.sinSigma = sqrt(x * x + y * y);
    q.cosSigma = u1.s * u2.s + u1.c * u2.c * cl;
    q.sigma = atan2(q.sinSigma, q.cosSigma);
    q.sinAlpha = u1.c * u2.c * sl / q.sinSigma;
    q.cos2Alpha = 1.0 - q.sinAlpha * q.sinAlpha;
    q.cos2SigmaM = q.cosSigma - 2.0 * u1.s * u2.s / q.cos2Alpha;
}

__device__ double next_lambda(const Line& q, double L, const Ellipsoid& e)
{
    double C = e.f / 16.0 * q.cos2Alpha * (4.0 + e.f * (4.0 - 3.0 * q.cos2Alpha));
    double m = q.cos2SigmaM;
    double inner = m + C * q.cosSigma * (-1.0 + 2.0 * m * m);
    return L + (1.0 - C) * e.f * q.sinAlpha * (q.sigma + C * q.sinSigma * inner);
}

__device__ double series_a(double u)
{
    return 1.0 + u / 16384.0 * (4096.0 + u * (-768.0 + u * (320.0 - 175.0 * u)));
}

__device__ double series_b(double u)
{
    return u / 1024.0 * (256.0 + u * (-128.0 + u * (74.0 - 47.0 * u)));
}

__device__ double length(const Line& q, const Ellipsoid& e)
{
    double u = q.cos2Alpha * (e.a * e.a - e.b * e.b) / (e.b * e.b);
    double A = series_a(u), B = series_b(u);
    double m = q.cos2SigmaM;
    double t = q.cosSigma * (-1.0 + 2.0 * m * m);
    double w = B / 6.0 * m * (-3.0 + 4.0 * q.sinSigma * q.sinSigma) * (-3.0 + 4.0 * m * m);
    double deltaSigma = B * q.sinSigma * (m + B / 4.0 * (t - w));
    return e.b * A * (q.sigma - deltaSigma);
}

__global__ void vincenty(const double* lat1, const double* lon1, const double* lat2, const double* lon2,
                         double* s, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    Ellipsoid e = wgs84();
    Reduced u1 = reduced_latitude(lat1[i], e);
    Reduced u2 = reduced_latitude(lat2[i], e);
    double L = (lon2[i] - lon1[i]) * 0.017453292519943295;

    double lambda = L, before;
    Line q;
    int left = 40;
    do {
        set_line(q, u1, u2, lambda);
        before = lambda;
        lambda = next_lambda(q, L, e);
    } while (fabs(lambda - before) > 1e-13 && --left > 0);
    // no two points are further apart than half a meridian
    double half = 20003931.4586;
    s[i] = fmin(length(q, e), half);
}
