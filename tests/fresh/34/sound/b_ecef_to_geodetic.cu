// fpcheck: to_geodetic <<<1, 32>>> xyz=@b_ecef_to_geodetic_x.npy lat=empty:12 lon=empty:12 height=empty:12 n=12 --ref lat=@b_ecef_to_geodetic_ref_lat.npy --ref lon=@b_ecef_to_geodetic_ref_lon.npy --ref height=@b_ecef_to_geodetic_ref_height.npy --tol rtol=1e-12,atol=1e-7
// expect: ok
// why: heights are differences of numbers of 6 million that cancel, points lie on the axis and at the equator; in double and with this height formula the error is nanometres
// figure: lat[7] computed 27.988056, exact 27.988056 (error 7.1e-15, 7.1e-08 of the tolerance; worst of 12)
#include <cuda_runtime.h>

// Earth-centred coordinates to latitude, longitude and ellipsoidal height on WGS84, by Bowring's iteration in the parametric
// latitude. In double: a metre of height must be resolved beside 6.4 million.

namespace wgs84 {

__device__ __forceinline__ double a()
{
    return 6378137.0;
}

__device__ __forceinline__ double f()
{
    return 1.0 / 298.257223563;
}

__device__ __forceinline__ double b()
{
    return a() * (1.0 - f());
}

// first eccentricity squared, as f (2 - f): a^2 - b^2 would cancel
__device__ __forceinline__ double e2()
{
    return f() * (2.0 - f());
}

// second eccentricity squared
__device__ __forceinline__ double ep2()
{
    return e2() / (1.0 - e2());
}

}  // namespace wgs84

struct Geodetic {
    double lat, lon, height;
};

struct Meridian {
    double p;   // distance from the axis
    double z;
};

__device__ __forceinline__ double degrees(double radians)
{
    return radians * 57.29577951308232;
}

__device__ __forceinline__ Meridian to_meridian(double x, double y, double z)
{
    Meridian m;
    m.p = hypot(x, y);
    m.z = z;
    return m;
}

// the sine and cosine of atan2(s, c), which need no angle
__device__ __forceinline__ void normalise(double s, double c, double* sine, double* cosine)
{
    const double r = hypot(s, c);
    *sine = s / r;
    *cosine = c / r;
}

// one of Bowring's steps: from the parametric to the geodetic latitude
__device__ __forceinline__ void bowring(const Meridian& m, double sb, double cb, double* num, double* den)
{
    *num = m.z + wgs84::ep2() * wgs84::b() * sb * sb * sb;
    *den = m.p - wgs84::e2() * wgs84::a() * cb * cb * cb;
}

__device__ double height_at(const Meridian& m, double s, double c)
{
    const double n = sqrt(1.0 - wgs84::e2() * s * s);
    return m.p * c + m.z * s - wgs84::a() * n;   // good at the poles too, where p / cos(lat) is 0 / 0
}

__device__ Geodetic solve(double x, double y, double z)
{
    const Meridian m = to_meridian(x, y, z);
    double sb, cb, num = 0.0, den = 1.0;
    normalise(z * wgs84::a(), m.p * wgs84::b(), &sb, &cb);
    for (int i = 0; i < 5; ++i) {
        bowring(m, sb, cb, &num, &den);
        normalise(num * (1.0 - wgs84::f()), den, &sb, &cb);
    }
    double s, c;
    normalise(num, den, &s, &c);
    Geodetic g;
    g.lat = degrees(atan2(num, den));
    g.lon = degrees(atan2(y, x));   // 0 on the axis, by atan2's definition
    g.height = height_at(m, s, c);
    return g;
}

__global__ void to_geodetic(const double* __restrict__ xyz, double* lat, double* lon, double* height, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const Geodetic g = solve(xyz[3 * i], xyz[3 * i + 1], xyz[3 * i + 2]);
    lat[i] = g.lat;
    lon[i] = g.lon;
    height[i] = g.height;
}
