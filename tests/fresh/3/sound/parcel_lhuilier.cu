// fpcheck: parcel_areas <<<1, 64>>> lat0=uniform(0.6,0.9):64 lon0=uniform(-1,1):64 east=uniform(0.0005,0.001):64 north=uniform(0.0005,0.001):64 area=empty:64 perimeter=empty:64 corner=empty:64x3 n=64
// expect: ok
#include <cuda_runtime.h>

// Cadastre helper: area and perimeter of small triangular parcels on the sphere
// of equal area, and the earth-centred coordinates of a parcel's first corner on
// the ellipsoid.

constexpr float PI_F = 3.14159265f;
constexpr float HALF_PI_F = 1.57079633f;
constexpr float AUTHALIC_RADIUS = 6371007.2f;
constexpr float SEMI_MAJOR = 6378137.0f;
constexpr float FLATTENING = 1.0f / 298.257223563f;
constexpr float ECC2 = FLATTENING * (2.0f - FLATTENING);

struct GeoPoint {
    float lat;
    float lon;
};

struct Vec3 {
    float x, y, z;
};

struct Sides {
    float a, b, c;
};

struct Angles {
    float A, B, C;
};

__device__ __forceinline__ Vec3 make_vec(float x, float y, float z) {
    Vec3 v;
    v.x = x;
    v.y = y;
    v.z = z;
    return v;
}

__device__ __forceinline__ Vec3 operator+(Vec3 a, Vec3 b) {
    return make_vec(a.x + b.x, a.y + b.y, a.z + b.z);
}

__device__ __forceinline__ Vec3 operator*(float s, Vec3 a) {
    return make_vec(s * a.x, s * a.y, s * a.z);
}

__device__ __forceinline__ float dot(Vec3 a, Vec3 b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

__device__ __forceinline__ float norm(Vec3 a) {
    return sqrtf(dot(a, a));
}

// ---------------------------------------------------------------------------
// Sphere
// ---------------------------------------------------------------------------

// Great-circle angle from coordinate differences (haversine, stable for short
// sides; the differences come in as they were measured).
__device__ float side_angle(float lat1, float lat2, float dlat, float dlon) {
    float sy = sinf(0.5f * dlat);
    float sx = sinf(0.5f * dlon);
    float h = sy * sy + cosf(lat1) * cosf(lat2) * sx * sx;
    return 2.0f * asinf(fminf(1.0f, sqrtf(h)));
}

// The three sides of the triangle (p, p + east, p + north).
__device__ Sides triangle_sides(GeoPoint p, float east, float north) {
    Sides s;
    float top = p.lat + north;
    s.c = side_angle(p.lat, p.lat, 0.0f, east);
    s.b = side_angle(p.lat, top, north, 0.0f);
    s.a = side_angle(p.lat, top, north, east);
    return s;
}

// Half-angle formula of the angle between the sides u and v, opposite w.
__device__ float corner_angle(float u, float v, float w) {
    float s = 0.5f * (u + v + w);
    float num = sinf(s - u) * sinf(s - v);
    float den = sinf(s) * sinf(s - w);
    if (den <= 0.0f) return PI_F;
    float t = sqrtf(fmaxf(0.0f, num / den));
    return 2.0f * atanf(t);
}

__device__ Angles triangle_angles(Sides s) {
    Angles g;
    g.A = corner_angle(s.b, s.c, s.a);
    g.B = corner_angle(s.c, s.a, s.b);
    g.C = corner_angle(s.a, s.b, s.c);
    return g;
}

// L'Huilier: the excess from the sides; no angle near pi is formed.
__device__ float excess_of(Sides s) {
    float h = 0.5f * (s.a + s.b + s.c);
    float t = tanf(0.5f * h) * tanf(0.5f * (h - s.a)) * tanf(0.5f * (h - s.b)) *
              tanf(0.5f * (h - s.c));
    return 4.0f * atanf(sqrtf(fmaxf(0.0f, t)));
}

// ---------------------------------------------------------------------------
// Ellipsoid
// ---------------------------------------------------------------------------

__device__ float prime_vertical(float sin_lat) {
    return SEMI_MAJOR * rsqrtf(1.0f - ECC2 * sin_lat * sin_lat);
}

__device__ float meridian_radius(float sin_lat) {
    float w2 = 1.0f - ECC2 * sin_lat * sin_lat;
    return SEMI_MAJOR * (1.0f - ECC2) / (w2 * sqrtf(w2));
}

__device__ Vec3 to_ecef(GeoPoint p, float height) {
    float sp, cp, sl, cl;
    sincosf(p.lat, &sp, &cp);
    sincosf(p.lon, &sl, &cl);
    float nu = prime_vertical(sp);
    float r = (nu + height) * cp;
    return make_vec(r * cl, r * sl, (nu * (1.0f - ECC2) + height) * sp);
}

__device__ Vec3 east_axis(GeoPoint p) {
    float s, c;
    sincosf(p.lon, &s, &c);
    return make_vec(-s, c, 0.0f);
}

__device__ Vec3 north_axis(GeoPoint p) {
    float sp, cp, sl, cl;
    sincosf(p.lat, &sp, &cp);
    sincosf(p.lon, &sl, &cl);
    return make_vec(-sp * cl, -sp * sl, cp);
}

// Position of a local offset in metres, seen from the corner.
__device__ Vec3 local_offset(GeoPoint p, float east, float north) {
    float sp = sinf(p.lat);
    float e = east * prime_vertical(sp) * cosf(p.lat);
    float n = north * meridian_radius(sp);
    return e * east_axis(p) + n * north_axis(p);
}

// ---------------------------------------------------------------------------
// Bounds of the service area
// ---------------------------------------------------------------------------

__device__ bool usable(GeoPoint p, float east, float north) {
    if (fabsf(p.lat) >= HALF_PI_F - 0.02f) return false;
    if (!(east > 0.0f) || !(north > 0.0f)) return false;
    return east < 0.1f && north < 0.1f;
}

__device__ float perimeter_of(Sides s) {
    return AUTHALIC_RADIUS * (s.a + s.b + s.c);
}

// ---------------------------------------------------------------------------
// Kernel: one thread an element, early exits only after the last barrier
// ---------------------------------------------------------------------------

__global__ void parcel_areas(const float* __restrict__ lat0, const float* __restrict__ lon0,
                             const float* __restrict__ east, const float* __restrict__ north,
                             float* __restrict__ area, float* __restrict__ perimeter,
                             float* __restrict__ corner, int n) {
    int stride = gridDim.x * blockDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride) {
        GeoPoint p;
        p.lat = lat0[i];
        p.lon = lon0[i];
        float e = east[i];
        float nn = north[i];

        if (!usable(p, e, nn)) {
            area[i] = 0.0f;
            perimeter[i] = 0.0f;
            corner[3 * i + 0] = 0.0f;
            corner[3 * i + 1] = 0.0f;
            corner[3 * i + 2] = 0.0f;
            continue;
        }

        Sides s = triangle_sides(p, e, nn);
        Angles g = triangle_angles(s);
        float widest = fmaxf(g.A, fmaxf(g.B, g.C));
        float excess = excess_of(s);
        area[i] = AUTHALIC_RADIUS * AUTHALIC_RADIUS * excess;
        perimeter[i] = perimeter_of(s);
        if (widest > 3.0f) area[i] = 0.0f;

        Vec3 base = to_ecef(p, 0.0f);
        Vec3 off = local_offset(p, e, nn);
        Vec3 q = base + 0.5f * off;
        if (norm(q) < 1.0f) {
            q = base;
        }
        corner[3 * i + 0] = q.x;
        corner[3 * i + 1] = q.y;
        corner[3 * i + 2] = q.z;
    }
}
