// fpcheck: to_geodetic <<<1, 32>>> ecef=@a_ecef_height_ecef.npy geodetic=empty:32x3 level=empty:32 n=32
// expect: error accuracy at line 53
// why: the height by p / cos(lat) - N near a pole: cos(lat) is 1e-4 and known to half a thousandth only, as the latitude itself is rounded; heights are kilometres off (the known reason for the other formula, z / sin(lat), there), while half an ulp of the coordinates is 0.25 m
// figure: geodetic[92] computed -1079, exact 413.3557
#include <cuda_runtime.h>

// Earth-centred coordinates to latitude, longitude and height above the
// WGS 84 ellipsoid, by the usual fixed-point iteration.

struct Ellipsoid {
    float a;
    float e2;
};

struct Geodetic {
    float lat, lon, height;
};

__device__ Ellipsoid wgs84()
{
    return {6378137.0f, 0.00669437999f};
}

// Radius of curvature in the prime vertical.
__device__ float prime_vertical(const Ellipsoid& e, float sin_lat)
{
    return e.a / sqrtf(1.0f - e.e2 * sin_lat * sin_lat);
}

__device__ float first_latitude(const Ellipsoid& e, float p, float z)
{
    return atan2f(z, p * (1.0f - e.e2));
}

__device__ float improve(const Ellipsoid& e, float p, float z, float lat)
{
    float s = sinf(lat);
    float n = prime_vertical(e, s);
    return atan2f(z + e.e2 * n * s, p);
}

__device__ float solve_latitude(const Ellipsoid& e, float p, float z)
{
    float lat = first_latitude(e, p, z);
    for (int k = 0; k < 6; ++k)
        lat = improve(e, p, z, lat);
    return lat;
}

__device__ float height_above(const Ellipsoid& e, float p, float lat)
{
    float n = prime_vertical(e, sinf(lat));
    return p / cosf(lat) - n;
}

__device__ Geodetic convert(const Ellipsoid& e, float x, float y, float z)
{
    Geodetic g;
    float p = sqrtf(x * x + y * y);
    g.lon = atan2f(y, x);
    if (p < 1.0f) {                              // on the axis
        float b = e.a * sqrtf(1.0f - e.e2);
        g.lat = copysignf(1.5707964f, z);
        g.height = fabsf(z) - b;
        return g;
    }
    g.lat = solve_latitude(e, p, z);
    g.height = height_above(e, p, g.lat);
    return g;
}

__device__ float degrees(float radians)
{
    return radians * 57.29577951f;
}

// Undulation of a coarse geoid: a zonal expansion to degree 4 and one
// sectorial term, in metres.
struct Legendre {
    float p2, p3, p4;
};

__device__ Legendre legendre(float s)
{
    Legendre l;
    float s2 = s * s;
    l.p2 = 1.5f * s2 - 0.5f;
    l.p3 = (2.5f * s2 - 1.5f) * s;
    l.p4 = (4.375f * s2 - 3.75f) * s2 + 0.375f;
    return l;
}

__device__ float undulation(float lat, float lon)
{
    float s = sinf(lat), c = cosf(lat);
    Legendre l = legendre(s);
    float zonal = -2.1f * l.p2 + 6.1f * l.p3 + 3.4f * l.p4;
    float sector = c * c * (15.5f * cosf(2.0f * lon) - 8.9f * sinf(2.0f * lon));
    return zonal + sector;
}

__device__ float above_sea_level(const Geodetic& g)
{
    return g.height - undulation(g.lat, g.lon);
}

__global__ void to_geodetic(const float* ecef, float* geodetic, float* level, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Ellipsoid e = wgs84();
    Geodetic g = convert(e, ecef[3 * i], ecef[3 * i + 1], ecef[3 * i + 2]);
    geodetic[3 * i] = degrees(g.lat);
    geodetic[3 * i + 1] = degrees(g.lon);
    geodetic[3 * i + 2] = g.height;
    level[i] = above_sea_level(g);
}
