// fpcheck: ephemeris <<<1, 32>>> elements=@a_kepler_elements.npy times=[60310.5,60310.5,61200.25,60800.0] position=empty:4x3 radius=empty:4 iterations=empty:4 n=4 want=[2.8524021219069233,35.08113187237355,5.143877425978668,49.6083122537068] ref=radius=want --tol rtol=1e-12,atol=0
// expect: ok
// why: eccentricities up to 0.99 and mean anomalies of hundreds of turns look hard for Newton, but the anomaly is reduced, the start is safe and it runs to convergence in double
// figure: computed radius[3] = 49.60831225370679, MPFR 49.608312253706799: relative error about 2e-16 of 1e-12
#include <cuda_runtime.h>

// Heliocentric ecliptic positions of comets from orbital elements, one body a thread.

#define PI 3.14159265358979323846
#define GAUSS 0.01720209895
#define MAX_STEPS 30

struct Elements {
    double a;        // semi-major axis, au
    double e;        // eccentricity
    double i;        // inclination, degrees
    double node;     // ascending node, degrees
    double argument; // argument of perihelion, degrees
    double perihelion; // time of perihelion, days
};

struct Vector {
    double x, y, z;
};

// ------------------------------------------------------------------ loading

__device__ Elements load(const double *table, int body)
{
    const double *row = table + 6 * body;
    Elements k;
    k.a = row[0];
    k.e = row[1];
    k.i = row[2];
    k.node = row[3];
    k.argument = row[4];
    k.perihelion = row[5];
    return k;
}

// ------------------------------------------------------------------ anomalies

// Radians a day.
__device__ double mean_motion(double a)
{
    return GAUSS / (a * sqrt(a));
}

// In (-pi, pi].
__device__ double mean_anomaly(const Elements &k, double time)
{
    double turns = mean_motion(k.a) * (time - k.perihelion) / (2.0 * PI);
    return 2.0 * PI * (turns - rint(turns));
}

// E - e sin E = M. From E = pi (with M's sign) Newton's method descends to the root of every ellipse.
struct Solution {
    double value;
    int steps;
};

__device__ Solution eccentric_anomaly(double m, double e)
{
    double x = copysign(PI, m);
    int steps = 0;
    while (steps < MAX_STEPS) {
        double f = x - e * sin(x) - m;
        double slope = 1.0 - e * cos(x);
        double d = f / slope;
        x -= d;
        steps++;
        if (fabs(d) <= 1e-14 * fabs(x) + 1e-18)
            break;
    }
    return {x, steps};
}

// ------------------------------------------------------------------ the plane of the orbit

struct Plane {
    double x, y, r;
};

__device__ Plane in_plane(const Elements &k, double anomaly)
{
    double c = cos(anomaly);
    double s = sin(anomaly);
    Plane p;
    p.x = k.a * (c - k.e);
    p.y = k.a * sqrt((1.0 - k.e) * (1.0 + k.e)) * s;
    p.r = k.a * (1.0 - k.e * c);
    return p;
}

// ------------------------------------------------------------------ rotations

__device__ Vector rotated_z(Vector v, double degrees)
{
    double s, c;
    sincospi(degrees / 180.0, &s, &c);
    return {c * v.x - s * v.y, s * v.x + c * v.y, v.z};
}

__device__ Vector rotated_x(Vector v, double degrees)
{
    double s, c;
    sincospi(degrees / 180.0, &s, &c);
    return {v.x, c * v.y - s * v.z, s * v.y + c * v.z};
}

__device__ Vector to_ecliptic(const Elements &k, Plane p)
{
    Vector v = {p.x, p.y, 0.0};
    v = rotated_z(v, k.argument);
    v = rotated_x(v, k.i);
    return rotated_z(v, k.node);
}

// ------------------------------------------------------------------ the kernel

__global__ void ephemeris(const double *elements, const double *times, double *position, double *radius,
                          int *iterations, int n)
{
    int b = blockIdx.x * blockDim.x + threadIdx.x;
    if (b >= n)
        return;
    Elements k = load(elements, b);
    Solution s = eccentric_anomaly(mean_anomaly(k, times[b]), k.e);
    Plane p = in_plane(k, s.value);
    Vector v = to_ecliptic(k, p);
    position[3 * b] = v.x;
    position[3 * b + 1] = v.y;
    position[3 * b + 2] = v.z;
    radius[b] = p.r;
    iterations[b] = s.steps;
}

// ------------------------------------------------------------------ brightness
//
// Total magnitude of a comet, H + 5 log10(distance) + 2.5 n log10(radius).

__global__ void magnitudes(const double *position, const double *earth, const double *radius, const double *absolute,
                           const double *slope, double *magnitude, int n)
{
    int b = blockIdx.x * blockDim.x + threadIdx.x;
    if (b >= n)
        return;
    double dx = position[3 * b] - earth[0];
    double dy = position[3 * b + 1] - earth[1];
    double dz = position[3 * b + 2] - earth[2];
    double distance = norm3d(dx, dy, dz);
    magnitude[b] = absolute[b] + 5.0 * log10(distance) + 2.5 * slope[b] * log10(radius[b]);
}
