// fpcheck: ephemeris <<<2, 64>>> elements=@b_kepler_elements.npy t=57.25 earth=[0.31,-0.951,0.0] hmag=16.5 slope=0.15 xyz=empty:90x3 r=empty:90 mag=empty:90 n=90 --ref 'xyz=@b_kepler_xyz.npy' --tol rtol=1e-9,atol=1e-9
// expect: error mismatch at line 54
// why: Newton's iteration for the eccentric anomaly ends when the signed step is below the tolerance, so at the first negative step, far from convergence (a missing fabs, as often reported of Kepler solvers)
// figure: xyz[84, 1] computed -0.209662427, MPFR -0.540136624
#include <cuda_runtime.h>

constexpr double PI = 3.14159265358979323846;
constexpr double TOL = 1e-13;
constexpr int MAX_STEPS = 50;

// semi-major axis, eccentricity, inclination, node, argument of pericentre,
// mean anomaly at epoch, mean motion
struct Elements {
    double a, e, inc, node, peri, m0, motion;
};

struct Vec {
    double x, y, z;
};

__device__ Elements read(const double* p)
{
    Elements el;
    el.a = p[0];
    el.e = p[1];
    el.inc = p[2];
    el.node = p[3];
    el.peri = p[4];
    el.m0 = p[5];
    el.motion = p[6];
    return el;
}

// to (-pi, pi]
__device__ double wrap(double angle)
{
    double turns = rint(angle / (2.0 * PI));
    return fma(-turns, 2.0 * PI, angle);
}

__device__ double kepler_step(double E, double e, double M)
{
    double s, c;
    sincos(E, &s, &c);
    return (E - e * s - M) / (1.0 - e * c);
}

__device__ double eccentric_anomaly(double M, double e)
{
    double E = e < 0.8 ? M : copysign(PI, M);
    for (int i = 0; i < MAX_STEPS; ++i) {
        double step = kepler_step(E, e, M);
        E -= step;
        if (step < TOL)
            break;
    }
    return E;
}

// in the orbital plane, x towards the pericentre
__device__ Vec in_plane(const Elements& el, double E)
{
    double s, c;
    sincos(E, &s, &c);
    Vec v;
    v.x = el.a * (c - el.e);
    v.y = el.a * sqrt(1.0 - el.e * el.e) * s;
    v.z = 0.0;
    return v;
}

__device__ Vec rotate_z(Vec v, double angle)
{
    double s, c;
    sincos(angle, &s, &c);
    return {c * v.x - s * v.y, s * v.x + c * v.y, v.z};
}

__device__ Vec rotate_x(Vec v, double angle)
{
    double s, c;
    sincos(angle, &s, &c);
    return {v.x, c * v.y - s * v.z, s * v.y + c * v.z};
}

__device__ Vec to_ecliptic(const Elements& el, Vec v)
{
    v = rotate_z(v, el.peri);
    v = rotate_x(v, el.inc);
    return rotate_z(v, el.node);
}

__device__ double dot(Vec a, Vec b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

__device__ Vec minus(Vec a, Vec b)
{
    return {a.x - b.x, a.y - b.y, a.z - b.z};
}

// what a brightness depends on
struct Sight {
    double sun;         // distance from the Sun
    double earth;       // distance from the Earth
    double half_tan;    // tangent of half the phase angle
};

// tan(phase / 2) by the three sides of the triangle Sun, Earth, body
__device__ Sight observe(Vec body, Vec earth, double sun)
{
    Vec line = minus(body, earth);
    Sight s;
    s.sun = sun;
    s.earth = sqrt(dot(line, line));
    double base = sqrt(dot(earth, earth));
    double p = 0.5 * (s.sun + s.earth + base);
    double num = fmax((p - s.sun) * (p - s.earth), 0.0);
    double den = p * fmax(p - base, 1e-12);
    s.half_tan = sqrt(num / den);
    return s;
}

// Bowell's phase functions
__device__ double phase_function(double half_tan, double a, double b)
{
    return exp(-a * pow(half_tan, b));
}

__device__ double apparent_magnitude(const Sight& s, double hmag, double slope)
{
    double phi1 = phase_function(s.half_tan, 3.33, 0.63);
    double phi2 = phase_function(s.half_tan, 1.87, 1.22);
    double reduced = hmag - 2.5 * log10((1.0 - slope) * phi1 + slope * phi2);
    return reduced + 5.0 * log10(s.sun * s.earth);
}

// Heliocentric positions and magnitudes of minor planets at time t, one thread a body
__global__ void ephemeris(const double* elements, double t, const double* earth, double hmag,
                          double slope, double* xyz, double* r, double* mag, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Elements el = read(elements + 7 * i);
    double M = wrap(el.m0 + el.motion * t);
    double E = eccentric_anomaly(M, el.e);
    Vec v = to_ecliptic(el, in_plane(el, E));
    xyz[3 * i] = v.x;
    xyz[3 * i + 1] = v.y;
    xyz[3 * i + 2] = v.z;
    double sun = el.a * (1.0 - el.e * cos(E));
    r[i] = sun;
    Sight s = observe(v, {earth[0], earth[1], earth[2]}, sun);
    mag[i] = apparent_magnitude(s, hmag, slope);
}
