// fpcheck: to_geodetic <<<2, 32>>> ecef=@a_bowring_ecef.npy geodetic=empty:64x3 up=empty:64x3 n=64 --ref 'geodetic=@a_bowring_geodetic.npy' --ref 'up=@a_bowring_up.npy' --tol rtol=1e-11,atol=1e-6
// expect: ok
// why: the height is taken along the normal, p cos + z sin - a sqrt(1 - e2 sin^2), which does not divide by the cosine: in binary64 good to nanometres of rounding, at the poles and on the equator too, although numbers of 6e6 are subtracted
// figure: largest relative error at geodetic[23]: computed -14.9515198, exact -14.9515198, off by 2.3e-10, within rtol=1e-11,atol=1e-6
#include <cuda_runtime.h>

// Earth-centred coordinates to latitude, longitude (degrees) and height by
// Bowring's formula with one refinement, WGS 84.

struct Ellipsoid {
    double a, b, e2, ep2;
};

struct Geodetic {
    double lat, lon, height;
};

struct Direction {
    double sin, cos;
};

__device__ Ellipsoid wgs84()
{
    Ellipsoid e;
    const double f = 1.0 / 298.257223563;
    e.a = 6378137.0;
    e.b = e.a * (1.0 - f);
    e.e2 = f * (2.0 - f);
    e.ep2 = e.e2 / (1.0 - e.e2);
    return e;
}

// A unit vector along (c, s), safe on the axes; (0, 0) gives the equator.
__device__ Direction direction(double s, double c)
{
    double r = hypot(s, c);
    if (r == 0.0)
        return {0.0, 1.0};
    return {s / r, c / r};
}

// The geodetic latitude that belongs to a parametric one.
__device__ Direction bowring(const Ellipsoid& e, double p, double z, Direction beta)
{
    double s3 = beta.sin * beta.sin * beta.sin;
    double c3 = beta.cos * beta.cos * beta.cos;
    return direction(z + e.ep2 * e.b * s3, p - e.e2 * e.a * c3);
}

__device__ Direction parametric(const Ellipsoid& e, Direction phi)
{
    return direction(e.b * phi.sin, e.a * phi.cos);
}

__device__ double height_along_normal(const Ellipsoid& e, double p, double z, Direction phi)
{
    double w = sqrt(1.0 - e.e2 * phi.sin * phi.sin);
    return p * phi.cos + z * phi.sin - e.a * w;
}

// The local vertical in earth-centred axes; on the axis, where x and y are
// zero, the meridian of Greenwich is taken.
struct Vertical {
    double x, y, z;
};

__device__ Vertical vertical(Direction phi, double x, double y)
{
    Direction lambda = direction(y, x);
    return {phi.cos * lambda.cos, phi.cos * lambda.sin, phi.sin};
}

__device__ Geodetic convert(const Ellipsoid& e, double x, double y, double z, Vertical& up)
{
    double p = hypot(x, y);
    Direction beta = direction(e.a * z, e.b * p);
    Direction phi = bowring(e, p, z, beta);
    for (int k = 0; k < 2; ++k)
        phi = bowring(e, p, z, parametric(e, phi));
    Geodetic g;
    g.lat = atan2(phi.sin, phi.cos);
    g.lon = atan2(y, x);
    g.height = height_along_normal(e, p, z, phi);
    up = vertical(phi, x, y);
    return g;
}

__global__ void to_geodetic(const double* ecef, double* geodetic, double* up, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const double degree = 57.295779513082320877;
    Vertical v;
    Geodetic g = convert(wgs84(), ecef[3 * i], ecef[3 * i + 1], ecef[3 * i + 2], v);
    up[3 * i] = v.x;
    up[3 * i + 1] = v.y;
    up[3 * i + 2] = v.z;
    geodetic[3 * i] = g.lat * degree;
    geodetic[3 * i + 1] = g.lon * degree;
    geodetic[3 * i + 2] = g.height;
}
