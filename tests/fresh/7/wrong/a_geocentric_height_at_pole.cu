// fpcheck: to_geodetic_kernel<<<1, 32>>> X=[4279227.806485565,-4646986.832872707,0.009673209099718952,1651520.9621515987] Y=[642719.2221466677,2553086.9169192016,0.005584829877650275,-6163560.140514803] Z=[4670540.878540811,-3533281.055468654,6356902.314245179,0.01106240177052762] lat=empty:4 lon=empty:4 height=empty:4 east=empty:4 north=empty:4 up=empty:4 n=4
// expect: error cancellation at line 85
// why: the height is p/cos(lat) - N, and beside the pole cos(lat) of a latitude rounded to binary64 has only a few digits: the height is off by 9 cm
// figure: computed height[2] = 149.913008, MPFR 150.0
// Geocentric coordinates (WGS84) to latitude, longitude and height, by Bowring's formula and one more step of it.
namespace wgs84 {
constexpr double a = 6378137.0;
constexpr double f = 1.0 / 298.257223563;
constexpr double b = a * (1.0 - f);
constexpr double e2 = f * (2.0 - f);
constexpr double ep2 = e2 / (1.0 - e2);
}

struct Geocentric {
    double x, y, z;
};

struct Geodetic {
    double lat, lon, height;
};

// Sine and cosine of an angle whose tangent is y/x.
struct Direction {
    double s, c;
};

__device__ Direction direction(double y, double x)
{
    double length = sqrt(x * x + y * y);
    return {y / length, x / length};
}

__device__ Geocentric fetch(const double *x, const double *y, const double *z, int i)
{
    return {x[i], y[i], z[i]};
}

// Distance from the axis of rotation; for a point on it, 0,
// and its longitude is that of atan2(0, 0).
__device__ double axis_distance(const Geocentric &g)
{
    return sqrt(g.x * g.x + g.y * g.y);
}

// Radius of curvature in the prime vertical.
__device__ double prime_vertical(double sine)
{
    return wgs84::a / sqrt(1.0 - wgs84::e2 * sine * sine);
}

// The first reduced latitude, from the geocentric direction.
__device__ Direction reduced_start(double z, double p)
{
    return direction(z * wgs84::a, p * wgs84::b);
}

// Bowring: a better latitude from a reduced latitude.
__device__ Direction bowring(double z, double p, Direction beta)
{
    double up = z + wgs84::ep2 * wgs84::b * beta.s * beta.s * beta.s;
    double out = p - wgs84::e2 * wgs84::a * beta.c * beta.c * beta.c;
    return direction(up, out);
}

__device__ Direction reduced(Direction phi)
{
    return direction(phi.s * wgs84::b, phi.c * wgs84::a);
}

__device__ double angle(Direction d)
{
    return atan2(d.s, d.c);
}

__device__ double longitude(const Geocentric &g)
{
    return atan2(g.y, g.x);
}

// Height above the ellipsoid, from the distance to the axis.
__device__ double ellipsoidal_height(double p, double z, double lat, Direction phi)
{
    double n = prime_vertical(phi.s);
    double c = cos(lat);
    return p / c - n;
}

__device__ Geodetic to_geodetic(const Geocentric &g)
{
    double p = axis_distance(g);
    Direction beta = reduced_start(g.z, p);
    Direction phi = bowring(g.z, p, beta);
    phi = bowring(g.z, p, reduced(phi));
    Geodetic result;
    result.lat = angle(phi);
    result.lon = longitude(g);
    result.height = ellipsoidal_height(p, g.z, result.lat, phi);
    return result;
}

// Axes of the local frame at a place on the ellipsoid.
struct Axes {
    Geocentric east, north, up;
};

__device__ Axes local_axes(const Geodetic &place)
{
    double sp, cp, sl, cl;
    sincos(place.lat, &sp, &cp);
    sincos(place.lon, &sl, &cl);
    Axes axes;
    axes.east = {-sl, cl, 0.0};
    axes.north = {-sp * cl, -sp * sl, cp};
    axes.up = {cp * cl, cp * sl, sp};
    return axes;
}

__device__ Geocentric minus(const Geocentric &g, const Geocentric &h)
{
    return {g.x - h.x, g.y - h.y, g.z - h.z};
}

__device__ double along(const Geocentric &axis, const Geocentric &v)
{
    return axis.x * v.x + axis.y * v.y + axis.z * v.z;
}

__device__ double degrees(double radians)
{
    return radians * 57.295779513082320877;
}

__global__ void to_geodetic_kernel(const double *X, const double *Y, const double *Z, double *lat, double *lon, double *height,
                                   double *east, double *north, double *up, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Geocentric here = fetch(X, Y, Z, i);
    Geodetic place = to_geodetic(here);
    lat[i] = degrees(place.lat);
    lon[i] = degrees(place.lon);
    height[i] = place.height;
    // the first point is the station whose frame the others are given in
    Geocentric station = fetch(X, Y, Z, 0);
    Axes axes = local_axes(to_geodetic(station));
    Geocentric line = minus(here, station);
    east[i] = along(axes.east, line);
    north[i] = along(axes.north, line);
    up[i] = along(axes.up, line);
}
