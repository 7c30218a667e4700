// fpcheck: observe <<<1, 32>>> epoch=[2459000.71,2459001.125] motion=[15.49,2.0056] shape=[[0.0012,0.9,1.0,2.0,0.5],[0.01,0.96,3.0,1.5,4.0]] instant=[2459000.8125,2459001.4321,2459003.9] km=empty:18 satellites=2 instants=3
// expect: error cancellation at line 57
// why: Julian dates are narrowed to binary32 (steps of a quarter of a day) before their difference is taken
// figure: computed km[0] = -5064.3837, MPFR 3987.9126
// Two-body positions of satellites at the instants of a list of observations. Elements are those of a catalogue: the
// epoch as a Julian date, the mean motion in revolutions per day, angles in radians.
#include <cuda_runtime.h>

#define TWO_PI_F 6.2831853f
#define TWO_PI 6.283185307179586476925
#define MU 398600.4418 // km^3 / s^2
#define SECONDS_PER_DAY 86400.0

struct Elements {
    double epoch;  // Julian date
    double motion; // revolutions per day
    float e;
    float inclination;
    float node;
    float perigee;
    float anomaly; // mean anomaly at the epoch
};

struct Vector {
    float x, y, z;
};

struct Plane {
    Vector p, q; // towards the perigee, and a quarter of a revolution on
};

// ---------------------------------------------------------------- vectors

__device__ Vector scale(Vector a, float s)
{
    Vector r;
    r.x = a.x * s;
    r.y = a.y * s;
    r.z = a.z * s;
    return r;
}

__device__ Vector add(Vector a, Vector b)
{
    Vector r;
    r.x = a.x + b.x;
    r.y = a.y + b.y;
    r.z = a.z + b.z;
    return r;
}

// ---------------------------------------------------------------- time

// Days from the epoch of the elements to an instant.
__device__ double days_since(double epoch, double instant)
{
    float from = (float)epoch, to = (float)instant;
    return (double)(to - from);
}

// Mean anomaly, reduced to one revolution.
__device__ float mean_anomaly(const Elements &s, double instant)
{
    double revolutions = s.motion * days_since(s.epoch, instant);
    double part = revolutions - floor(revolutions);
    double m = (double)s.anomaly + TWO_PI * part;
    return (float)(m >= TWO_PI ? m - TWO_PI : m);
}

// Third law of Kepler: the semi-major axis of a mean motion.
__device__ float semi_major_axis(double motion)
{
    double n = motion * (TWO_PI / SECONDS_PER_DAY);
    return (float)cbrt(MU / (n * n));
}

// ---------------------------------------------------------------- the equation of Kepler

__device__ float residual(float E, float e, float m)
{
    return E - e * sinf(E) - m;
}

__device__ float slope(float E, float e)
{
    return 1.0f - e * cosf(E);
}

// Newton's method; orbits of catalogues are far from parabolic, so that a few steps are enough.
__device__ float eccentric_anomaly(float m, float e)
{
    float E = m + e * sinf(m);
    for (int k = 0; k < 6; k++) {
        float step = residual(E, e, m) / slope(E, e);
        E -= step;
        if (fabsf(step) < 1e-7f)
            break;
    }
    return E;
}

// ---------------------------------------------------------------- the plane of the orbit

__device__ Plane plane_of(const Elements &s)
{
    float cn = cosf(s.node), sn = sinf(s.node);
    float cp = cosf(s.perigee), sp = sinf(s.perigee);
    float ci = cosf(s.inclination), si = sinf(s.inclination);
    Plane f;
    f.p.x = cn * cp - sn * sp * ci;
    f.p.y = sn * cp + cn * sp * ci;
    f.p.z = sp * si;
    f.q.x = -cn * sp - sn * cp * ci;
    f.q.y = -sn * sp + cn * cp * ci;
    f.q.z = cp * si;
    return f;
}

__device__ Vector position(const Elements &s, double instant)
{
    float a = semi_major_axis(s.motion);
    float m = mean_anomaly(s, instant);
    float E = eccentric_anomaly(m, s.e);
    float along = a * (cosf(E) - s.e);
    float across = a * sqrtf((1.0f - s.e) * (1.0f + s.e)) * sinf(E);
    Plane f = plane_of(s);
    return add(scale(f.p, along), scale(f.q, across));
}

// ---------------------------------------------------------------- memory

__device__ Elements load(const double *epoch, const double *motion, const float *shape, int i)
{
    Elements s;
    s.epoch = epoch[i];
    s.motion = motion[i];
    s.e = shape[5 * i + 0];
    s.inclination = shape[5 * i + 1];
    s.node = shape[5 * i + 2];
    s.perigee = shape[5 * i + 3];
    s.anomaly = shape[5 * i + 4];
    return s;
}

__device__ void store(float *out, int i, Vector r)
{
    out[3 * i + 0] = r.x;
    out[3 * i + 1] = r.y;
    out[3 * i + 2] = r.z;
}

// ---------------------------------------------------------------- the kernel: one thread a pair of satellite and instant

__global__ void observe(const double *epoch, const double *motion, const float *shape, const double *instant, float *km,
                        int satellites, int instants)
{
    int pair = blockIdx.x * blockDim.x + threadIdx.x;
    if (pair >= satellites * instants)
        return;
    int satellite = pair / instants;
    int when = pair - satellite * instants;
    Elements s = load(epoch, motion, shape, satellite);
    store(km, pair, position(s, instant[when]));
}
