// fpcheck: distances <<<1, 32>>> lat1=[48.2,0,-33.9,10,51.5] lon1=[16.4,0,151.2,20,0] lat2=[40.7,0.5,-36.8,10,51.50001] lon2=[-74,0.75,174.8,20.001,0.00002] metres=empty:5 azimuth=empty:5 n=5
// expect: ok
// why: sin and cos of the arc come from a hypotenuse and an atan2 instead of an arc cosine, so points a metre apart are as good as far ones; the fixed number of steps replaces a comparison of two nearly equal longitudes; everything is double
// figure: metres[0]: computed 6817285.433343, MPFR 6817285.433343; relative error 7e-17
// Vincenty's inverse problem on the WGS84 ellipsoid: length and initial azimuth of the geodesic between two points.
#include <cuda_runtime.h>

#define A 6378137.0
#define F (1.0 / 298.257223563)
#define B (A * (1.0 - F))
#define DEGREE 0.017453292519943295
#define STEPS 8

struct Point {
    double lat, lon; // radians
};

// Sine and cosine of a reduced latitude.
struct Reduced {
    double s, c;
};

// What one step of the iteration finds for a difference in longitude on the auxiliary sphere.
struct Arc {
    double sin_sigma, cos_sigma, sigma;
    double sin_alpha, cos2_alpha;
    double cos_2m;
    double east, north; // components of the initial direction
};

struct Geodesic {
    double metres, azimuth;
};

// ---------------------------------------------------------------- latitudes

// tan u = (1 - f) tan lat, without dividing by a cosine that may be zero.
__device__ Reduced reduce(double lat)
{
    double s, c;
    sincos(lat, &s, &c);
    s *= 1.0 - F;
    double h = 1.0 / sqrt(s * s + c * c);
    return {s * h, c * h};
}

// ---------------------------------------------------------------- the iteration

__device__ Arc arc(Reduced p, Reduced q, double lambda)
{
    double sl, cl;
    sincos(lambda, &sl, &cl);
    Arc a;
    a.east = q.c * sl;
    // cos p sin q - sin p cos q cos lambda, by the half angle: no cancellation for near points
    double half = sin(0.5 * lambda);
    a.north = (p.c * q.s - p.s * q.c) + 2.0 * p.s * q.c * half * half;
    a.sin_sigma = sqrt(a.east * a.east + a.north * a.north);
    a.cos_sigma = p.s * q.s + p.c * q.c * cl;
    a.sigma = atan2(a.sin_sigma, a.cos_sigma);
    a.sin_alpha = a.sin_sigma > 0.0 ? p.c * a.east / a.sin_sigma : 0.0;
    a.cos2_alpha = (1.0 - a.sin_alpha) * (1.0 + a.sin_alpha);
    // on the equator the middle of the arc has no meaning
    a.cos_2m = a.cos2_alpha > 1e-12 ? a.cos_sigma - 2.0 * p.s * q.s / a.cos2_alpha : 0.0;
    return a;
}

__device__ double coefficient_c(double cos2_alpha)
{
    return F / 16.0 * cos2_alpha * (4.0 + F * (4.0 - 3.0 * cos2_alpha));
}

// What the longitude on the auxiliary sphere has over that on the ellipsoid.
__device__ double correction(Arc a)
{
    double c = coefficient_c(a.cos2_alpha);
    double m = a.cos_2m;
    double inner = m + c * a.cos_sigma * (2.0 * m * m - 1.0);
    return (1.0 - c) * F * a.sin_alpha * (a.sigma + c * a.sin_sigma * inner);
}

// The opposite of the end of a geodesic seen from its start is where the iteration fails: both differences near pi.
__device__ inline bool nearly_opposite(Arc a)
{
    return a.sigma > 3.13;
}

// Each step gains two to three digits; points that are nearly opposite, where it would not converge, are not for this.
__device__ Arc converge(Reduced p, Reduced q, double difference)
{
    double lambda = difference;
    Arc a = arc(p, q, lambda);
    for (int k = 0; k < STEPS; k++) {
        lambda = difference + correction(a);
        a = arc(p, q, lambda);
    }
    return a;
}

// ---------------------------------------------------------------- length

__device__ double big_a(double u2)
{
    return 1.0 + u2 / 16384.0 * (4096.0 + u2 * (-768.0 + u2 * (320.0 - 175.0 * u2)));
}

__device__ double big_b(double u2)
{
    return u2 / 1024.0 * (256.0 + u2 * (-128.0 + u2 * (74.0 - 47.0 * u2)));
}

__device__ double length(Arc a)
{
    double u2 = a.cos2_alpha * ((A - B) * (A + B) / (B * B));
    double b = big_b(u2);
    double m = a.cos_2m;
    double third = b / 6.0 * m * (4.0 * a.sin_sigma * a.sin_sigma - 3.0) * (4.0 * m * m - 3.0);
    double inner = m + b / 4.0 * (a.cos_sigma * (2.0 * m * m - 1.0) - third);
    double delta = b * a.sin_sigma * inner;
    return B * big_a(u2) * (a.sigma - delta);
}

__device__ Geodesic inverse(Point p, Point q)
{
    Reduced u = reduce(p.lat), v = reduce(q.lat);
    Arc a = converge(u, v, q.lon - p.lon);
    return {length(a), atan2(a.east, a.north)};
}

// Azimuth in degrees, from north over east, in (-180, 180].
__device__ inline double degrees(double radians)
{
    return radians / DEGREE;
}

__device__ inline Point point(double lat, double lon)
{
    return {lat * DEGREE, lon * DEGREE};
}

// ---------------------------------------------------------------- the kernel

__global__ void distances(const double *lat1, const double *lon1, const double *lat2, const double *lon2,
                          double *metres, double *azimuth, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Geodesic g = inverse(point(lat1[i], lon1[i]), point(lat2[i], lon2[i]));
    metres[i] = g.metres;
    azimuth[i] = degrees(g.azimuth);
}
