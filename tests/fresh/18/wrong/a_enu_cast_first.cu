// fpcheck: to_local <<<1, 32>>> lat=[47.377,47.37691,47.38,47.3769,47.3768] lon=[8.5418,8.54171,8.55,8.5418,8.5416] height=[431.0,430.5,500.0,430.0,429.0] east=empty:5 north=empty:5 up=empty:5 lat0=47.3769 lon0=8.5417 height0=430.0 n=5 we=[7.552445764369029,0.7552458024347891,626.8242086889815,7.55245886157626,-7.552471958755821] wn=[11.118576197442021,1.1118570875574396,344.7129430817282,4.849642959769973e-06,-11.118562811822294] wu=[0.999985834138645,0.4999998583413225,69.95993079206389,-4.4630851603333355e-06,-1.0000141658735604] ref=east=we ref=north=wn ref=up=wu --tol rtol=1e-5,atol=2e-5
// expect: error cancellation (cast before the difference) at line 80
// why: both coordinates are rounded to binary32 before they are subtracted: half a metre at 4.3e6
// figure: computed east[1] = 0.754139, MPFR 0.755246
// Local east, north, up of geodetic points about an origin: earth-centred coordinates in double, the rotation in float.

#define SEMI_MAJOR 6378137.0
#define FLATTENING (1.0 / 298.257223563)
#define RADIANS 0.017453292519943295

struct Geodetic {
    double lat, lon; // radians
    double height;   // metres over the ellipsoid
};

struct Cartesian {
    double x, y, z;
};

struct Offset {
    float x, y, z;
};

struct Local {
    float east, north, up;
};

// The rotation from earth-centred axes to those of the origin. The sines and cosines are rounded to float, which
// turns the axes by parts in ten millions: some micrometres at a hundred metres.
struct Frame {
    Cartesian origin;
    float sin_lat, cos_lat;
    float sin_lon, cos_lon;
};

// ---------------------------------------------------------------- ellipsoid

__device__ double eccentricity2()
{
    return FLATTENING * (2.0 - FLATTENING);
}

// Radius of curvature in the prime vertical: from the axis to the point, along the normal of the ellipsoid. It is
// 6378137 m at the equator and 6399594 m at the poles.
__device__ double prime_vertical(double sin_lat)
{
    return SEMI_MAJOR / sqrt(1.0 - eccentricity2() * sin_lat * sin_lat);
}

__device__ Geodetic geodetic(double lat_degrees, double lon_degrees, double height)
{
    Geodetic g;
    g.lat = lat_degrees * RADIANS;
    g.lon = lon_degrees * RADIANS;
    g.height = height;
    return g;
}

// Earth-centred, earth-fixed: x to the meridian of Greenwich, z to the north pole.
__device__ Cartesian cartesian(Geodetic g)
{
    double s, c, sl, cl;
    sincos(g.lat, &s, &c);
    sincos(g.lon, &sl, &cl);
    double n = prime_vertical(s);
    Cartesian p;
    p.x = (n + g.height) * c * cl;
    p.y = (n + g.height) * c * sl;
    p.z = (n * (1.0 - eccentricity2()) + g.height) * s;
    return p;
}

// ---------------------------------------------------------------- offsets

// The one place where the precision changes.
//
// Millions of metres on both sides, the result some hundred metres.
__device__ float difference(double a, double b)
{
    return (float)a - (float)b;
}

__device__ Offset offset(Cartesian p, Cartesian origin)
{
    Offset d;
    d.x = difference(p.x, origin.x);
    d.y = difference(p.y, origin.y);
    d.z = difference(p.z, origin.z);
    return d;
}

// ---------------------------------------------------------------- frame

__device__ Frame frame_at(Geodetic g)
{
    Frame f;
    double s, c;
    f.origin = cartesian(g);
    sincos(g.lat, &s, &c);
    f.sin_lat = (float)s;
    f.cos_lat = (float)c;
    sincos(g.lon, &s, &c);
    f.sin_lon = (float)s;
    f.cos_lon = (float)c;
    return f;
}

__device__ Local rotate(const Frame &f, Offset d)
{
    Local l;
    l.east = -f.sin_lon * d.x + f.cos_lon * d.y;
    float outward = f.cos_lon * d.x + f.sin_lon * d.y;
    l.north = -f.sin_lat * outward + f.cos_lat * d.z;
    l.up = f.cos_lat * outward + f.sin_lat * d.z;
    return l;
}

// ---------------------------------------------------------------- the kernel
//
// The first thread of the block prepares the frame, which is the same for all points:
//
//     east  = -sin(lon0) dx + cos(lon0) dy
//     north = -sin(lat0) (cos(lon0) dx + sin(lon0) dy) + cos(lat0) dz
//     up    =  cos(lat0) (cos(lon0) dx + sin(lon0) dy) + sin(lat0) dz
//
// with (dx, dy, dz) from the origin to the point.

__global__ void to_local(const double *lat, const double *lon, const double *height, float *east, float *north, float *up,
                         double lat0, double lon0, double height0, int n)
{
    __shared__ Frame frame;
    if (threadIdx.x == 0)
        frame = frame_at(geodetic(lat0, lon0, height0));
    __syncthreads();

    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Geodetic g = geodetic(lat[i], lon[i], height[i]);
    Cartesian p = cartesian(g);
    Offset d = offset(p, frame.origin);
    // east and north in the tangent plane of the origin, up along its normal
    Local l = rotate(frame, d);

    east[i] = l.east;
    north[i] = l.north;
    up[i] = l.up;
}
