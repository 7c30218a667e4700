// fpcheck: ground_track <<<1, 32>>> state=[5,3,6878,7.6,0.2,0,0.4,0.3,6978,7.5,0,0.1,-2,1,-6900,1,7.4,0,1,-9,7000,0,7.5,0.1] lat=empty:4 lon=empty:4 alt=empty:4 period=empty:4 lowest=empty:1 theta=0.3 dt=0.05 steps=10 n=4 want=[521.2529244394591,621.2978982040922,543.2483950187634,643.2986994184803] ref=alt=want --tol rtol=1e-4,atol=0
// expect: ok
// Ground track of polar orbiters: J2 propagation (RK4, km and s), rotation to the Earth, geodetic coordinates.
#include <cuda_runtime.h>

#define PI_D 3.14159265358979323846
#define MU 398600.4418
#define RADIUS 6378.137
#define J2 1.08262668e-3
#define FLATTENING (1.0 / 298.257223563)
#define EARTH_RATE 7.2921158553e-5

struct Vec3 {
    double x, y, z;
};

struct State {
    Vec3 r, v;
};

struct Geodetic {
    float lat, lon, height;
};

__device__ inline Vec3 add(Vec3 a, Vec3 b)
{
    return {a.x + b.x, a.y + b.y, a.z + b.z};
}

__device__ inline Vec3 scale(Vec3 a, double s)
{
    return {a.x * s, a.y * s, a.z * s};
}

__device__ inline double dot(Vec3 a, Vec3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

__device__ inline State add(State a, State b)
{
    return {add(a.r, b.r), add(a.v, b.v)};
}

__device__ inline State scale(State a, double s)
{
    return {scale(a.r, s), scale(a.v, s)};
}

// Acceleration by the monopole and the oblateness.
__device__ Vec3 acceleration(Vec3 r)
{
    double r2 = dot(r, r);
    double r1 = sqrt(r2);
    double r3 = r2 * r1;
    double k = -MU / r3;
    double z2 = r.z * r.z / r2;
    double f = 1.5 * J2 * (RADIUS * RADIUS) / r2;
    double xy = 1.0 + f * (1.0 - 5.0 * z2);
    double zz = 1.0 + f * (3.0 - 5.0 * z2);
    return {k * r.x * xy, k * r.y * xy, k * r.z * zz};
}

__device__ State derivative(State s)
{
    return {s.v, acceleration(s.r)};
}

__device__ State rk4(State s, double h)
{
    State k1 = derivative(s);
    State k2 = derivative(add(s, scale(k1, 0.5 * h)));
    State k3 = derivative(add(s, scale(k2, 0.5 * h)));
    State k4 = derivative(add(s, scale(k3, h)));
    State sum = add(add(k1, scale(k2, 2.0)), add(scale(k3, 2.0), k4));
    return add(s, scale(sum, h / 6.0));
}

// Inertial to Earth-fixed, by the sidereal angle.
__device__ Vec3 to_earth(Vec3 r, double theta)
{
    double s = sin(theta), c = cos(theta);
    return {c * r.x + s * r.y, c * r.y - s * r.x, r.z};
}

__device__ inline double wrap(double angle)
{
    double turns = angle / (2.0 * PI_D);
    return angle - 2.0 * PI_D * rint(turns);
}

// Geodetic latitude by fixed-point iteration, on the ellipsoid of WGS 84.
__device__ double latitude(Vec3 r)
{
    const double e2 = FLATTENING * (2.0 - FLATTENING);
    double p = sqrt(r.x * r.x + r.y * r.y);
    double z = r.z;
    double lat = atan2(z, p * (1.0 - e2));
    for (int k = 0; k < 5; k++) {
        double s = sin(lat);
        double n = RADIUS / sqrt(1.0 - e2 * s * s);
        lat = atan2(z + e2 * n * s, p);
    }
    return lat;
}

// Height over the ellipsoid, by the projection on the normal: good at any latitude.
__device__ float height(Vec3 r, double lat)
{
    const double e2 = FLATTENING * (2.0 - FLATTENING);
    double p = sqrt(r.x * r.x + r.y * r.y);
    double s = sin(lat);
    double c = cos(lat);
    double h = p * c + r.z * s - RADIUS * sqrt(1.0 - e2 * s * s);
    return (float)h;
}

__device__ Geodetic geodetic(Vec3 r)
{
    Geodetic g;
    double lat = latitude(r);
    g.lat = (float)lat;
    g.lon = (float)wrap(atan2(r.y, r.x));
    g.height = height(r, lat);
    return g;
}

__device__ State load(const double *state, int i)
{
    const double *s = state + 6 * i;
    State result;
    result.r = {s[0], s[1], s[2]};
    result.v = {s[3], s[4], s[5]};
    return result;
}

// Semi-major axis by the vis-viva equation, km.
__device__ double semi_major_axis(State s)
{
    double r = sqrt(dot(s.r, s.r));
    double v2 = dot(s.v, s.v);
    return 1.0 / (2.0 / r - v2 / MU);
}

// Osculating period, minutes.
__device__ float period_minutes(State s)
{
    double a = semi_major_axis(s);
    double seconds = 2.0 * PI_D * sqrt(a * a * a / MU);
    return (float)(seconds / 60.0);
}

// Smallest value of the warp; lanes without a satellite hold infinity.
__device__ float warp_min(float x)
{
    for (int o = 16; o > 0; o >>= 1)
        x = fminf(x, __shfl_xor_sync(0xffffffffu, x, o));
    return x;
}

__device__ inline float degrees(float radians)
{
    return radians * 57.2957795f;
}

// One thread a satellite:
//   phase 1: load the inertial state
//   phase 2: propagate
//   phase 3: rotate to the Earth, geodetic coordinates
//   phase 4: the lowest satellite of the block
__global__ void ground_track(const double *state, float *lat, float *lon, float *alt, float *period,
                             float *lowest, double theta, double dt, int steps, int n)
{
    int i = threadIdx.x;
    float mine = __int_as_float(0x7f800000);

    if (i < n) {
        // phase 1
        State s = load(state, i);

        // phase 2
        for (int k = 0; k < steps; k++)
            s = rk4(s, dt);

        // phase 3
        double now = theta + EARTH_RATE * dt * steps;
        Vec3 fixed = to_earth(s.r, now);
        Geodetic g = geodetic(fixed);
        lat[i] = degrees(g.lat);
        lon[i] = degrees(g.lon);
        alt[i] = g.height;
        period[i] = period_minutes(s);
        mine = g.height;
    }

    // phase 4
    __syncwarp();
    float low = warp_min(mine);
    if (i == 0)
        *lowest = low;
}
