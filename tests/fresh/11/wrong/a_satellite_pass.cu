// fpcheck: passes <<<1, 32>>> jd0=2460310.5 step=0.02 x=empty:32 y=empty:32 z=empty:32 visible=empty:32:i32 n=32
// expect: error absorption at line 135
// why: the loop adds 0.02 day to a Julian date near 2.46 million in float, whose spacing there is 0.25 day: the clock never moves and every position is that of the epoch
// figure: x[10]: computed -127.8883 (as x[0]), MPFR 6317.153
// Positions of a satellite at regular times, rotated into the Earth's frame, and whether a station sees it.
#include <cuda_runtime.h>

#define TAU 6.28318531f
#define MU 398600.4418f // km^3/s^2
#define EARTH 6378.137f
#define EPOCH 2460310.5f
#define DAY 86400.0f

struct Vec {
    float x, y, z;
};

struct Orbit {
    float a, e, inclination, node, perigee, anomaly;
};

struct Station {
    float latitude, longitude;
};

// ---------------------------------------------------------------- vectors

__device__ inline Vec operator-(Vec a, Vec b)
{
    return {a.x - b.x, a.y - b.y, a.z - b.z};
}

__device__ inline float dot(Vec a, Vec b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

__device__ inline Vec turn_z(Vec v, float angle)
{
    float s, c;
    sincosf(angle, &s, &c);
    return {c * v.x - s * v.y, s * v.x + c * v.y, v.z};
}

__device__ inline Vec turn_x(Vec v, float angle)
{
    float s, c;
    sincosf(angle, &s, &c);
    return {v.x, c * v.y - s * v.z, s * v.y + c * v.z};
}

// ---------------------------------------------------------------- the orbit

__device__ inline Orbit example_orbit()
{
    return {7000.0f, 0.02f, 0.9f, 1.1f, 0.4f, 0.3f};
}

// Revolutions a day.
__device__ inline float mean_motion(Orbit o)
{
    return sqrtf(MU / o.a) / o.a * (DAY / TAU);
}

// Mean anomaly, in (-pi, pi], after some days.
__device__ inline float mean_anomaly(Orbit o, float days)
{
    float turns = mean_motion(o) * days;
    turns -= rintf(turns);
    return o.anomaly + TAU * turns;
}

// Kepler's equation by Newton's method; four steps are plenty at this eccentricity.
__device__ float eccentric_anomaly(float mean, float e)
{
    float E = mean;
    for (int k = 0; k < 4; k++)
        E -= (E - e * sinf(E) - mean) / (1.0f - e * cosf(E));
    return E;
}

__device__ Vec inertial(Orbit o, float days)
{
    float E = eccentric_anomaly(mean_anomaly(o, days), o.e);
    float s, c;
    sincosf(E, &s, &c);
    Vec p = {o.a * (c - o.e), o.a * sqrtf((1.0f - o.e) * (1.0f + o.e)) * s, 0.0f};
    p = turn_z(p, o.perigee);
    p = turn_x(p, o.inclination);
    return turn_z(p, o.node);
}

// ---------------------------------------------------------------- the Earth

// Angle of the Earth's rotation after some days, without whole turns.
__device__ inline float rotation(float days)
{
    float turns = 1.0027379f * days;
    return TAU * (turns - floorf(turns));
}

__device__ inline Vec earth_fixed(Vec v, float days)
{
    return turn_z(v, -rotation(days));
}

__device__ inline Vec up(Station s)
{
    float c = cosf(s.latitude);
    return {c * cosf(s.longitude), c * sinf(s.longitude), sinf(s.latitude)};
}

// Above five degrees over the horizon of a spherical Earth.
__device__ bool sees(Station s, Vec satellite)
{
    Vec u = up(s);
    Vec ground = {EARTH * u.x, EARTH * u.y, EARTH * u.z};
    Vec d = satellite - ground;
    float sine = dot(d, u) / sqrtf(dot(d, d));
    return sine > 0.08715574f;
}

// Height over a spherical Earth, for the atmosphere's drag (not used by the passes).
__device__ inline float height(Vec satellite)
{
    return sqrtf(dot(satellite, satellite)) - EARTH;
}

// ---------------------------------------------------------------- the clock

__device__ float time_of_step(float jd0, float step, int k)
{
    float jd = jd0;
    for (int i = 0; i < k; i++)
        jd += step;
    return jd;
}

// ---------------------------------------------------------------- the kernel

__global__ void passes(float jd0, float step, float *x, float *y, float *z, int *visible, int n)
{
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k >= n)
        return;
    float days = time_of_step(jd0, step, k) - EPOCH;
    Vec p = earth_fixed(inertial(example_orbit(), days), days);
    Station station = {0.84f, 0.15f};
    x[k] = p.x;
    y[k] = p.y;
    z[k] = p.z;
    visible[k] = sees(station, p);
}
