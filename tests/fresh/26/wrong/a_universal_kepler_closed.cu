// fpcheck: propagate <<<1, 32>>> r0=[[1,0,0],[0.8,0.1,0],[0,1.2,0.3]]:f64 v0=[[0,1.41421356237,0],[0.05,1.5,0.1],[-1.1,0.2,0.2]]:f64 dt=[1.0,0.5,2.0]:f64 r=empty:9 v=empty:9 n=3
// expect: error cancellation at line 49
// why: near a parabola z is 1e-11, and 1 - cos(sqrt z) over z has 5 digits left of 16, sqrt z - sin sqrt z fewer: the series would be needed
// figure: r[0]: computed 0.6087281858766234, MPFR 0.6087217812820248
// Two-body motion by universal variables, mu = 1: any conic by one set of formulas.
struct Vec3
{
    double x;
    double y;
    double z;
};

__device__ Vec3 load(const double *p, int i)
{
    Vec3 a;
    a.x = p[3 * i];
    a.y = p[3 * i + 1];
    a.z = p[3 * i + 2];
    return a;
}

__device__ void store(double *p, int i, Vec3 a)
{
    p[3 * i] = a.x;
    p[3 * i + 1] = a.y;
    p[3 * i + 2] = a.z;
}

__device__ double dot(Vec3 a, Vec3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

__device__ Vec3 combine(double f, Vec3 a, double g, Vec3 b)
{
    Vec3 c;
    c.x = f * a.x + g * b.x;
    c.y = f * a.y + g * b.y;
    c.z = f * a.z + g * b.z;
    return c;
}

// Stumpff's functions c2 and c3.

__device__ void stumpff(double z, double &c2, double &c3)
{
    if (z > 0.0) {
        double s = sqrt(z);
        c2 = (1.0 - cos(s)) / z;
        c3 = (s - sin(s)) / (s * z);
        return;
    }
    if (z < 0.0) {
        double s = sqrt(-z);
        c2 = (cosh(s) - 1.0) / -z;
        c3 = (sinh(s) - s) / (s * -z);
        return;
    }
    c2 = 0.5;
    c3 = 1.0 / 6.0;
}

struct Orbit
{
    double alpha; // reciprocal of the semi-major axis
    double radius;
    double sigma; // r . v
};

__device__ Orbit elements(Vec3 r, Vec3 v)
{
    Orbit o;
    o.radius = sqrt(dot(r, r));
    o.sigma = dot(r, v);
    o.alpha = 2.0 / o.radius - dot(v, v);
    return o;
}

struct Kepler
{
    double time;
    double radius;
};

// Time and radius at a universal anomaly.
__device__ Kepler at(const Orbit &o, double chi)
{
    double c2, c3;
    double chi2 = chi * chi;
    stumpff(o.alpha * chi2, c2, c3);
    double z = o.alpha * chi2;
    Kepler k;
    k.time = o.sigma * chi2 * c2 + (1.0 - o.alpha * o.radius) * chi2 * chi * c3 + o.radius * chi;
    k.radius = chi2 * c2 + o.sigma * chi * (1.0 - z * c3) + o.radius * (1.0 - z * c2);
    return k;
}

// First guess: exact for a circle; where the orbit is nearly a parabola, the time over the radius.
__device__ double first_guess(const Orbit &o, double dt)
{
    if (fabs(o.alpha) < 1e-3)
        return dt / o.radius;
    return dt * fabs(o.alpha);
}

__device__ double solve(const Orbit &o, double dt)
{
    double chi = first_guess(o, dt);
    for (int k = 0; k < 14; k++) {
        Kepler now = at(o, chi);
        chi -= (now.time - dt) / now.radius;
    }
    return chi;
}

struct Lagrange
{
    double f;
    double g;
    double fdot;
    double gdot;
};

__device__ Lagrange lagrange(const Orbit &o, double chi, double dt)
{
    double c2, c3;
    double chi2 = chi * chi;
    double z = o.alpha * chi2;
    stumpff(z, c2, c3);
    double radius = at(o, chi).radius;
    Lagrange l;
    l.f = 1.0 - chi2 / o.radius * c2;
    l.g = dt - chi2 * chi * c3;
    l.fdot = chi / (radius * o.radius) * (z * c3 - 1.0);
    l.gdot = 1.0 - chi2 / radius * c2;
    return l;
}

__global__ void propagate(const double *r0, const double *v0, const double *dt, double *r, double *v, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Vec3 a = load(r0, i);
    Vec3 b = load(v0, i);
    Orbit o = elements(a, b);
    double chi = solve(o, dt[i]);
    Lagrange l = lagrange(o, chi, dt[i]);
    store(r, i, combine(l.f, a, l.g, b));
    store(v, i, combine(l.fdot, a, l.gdot, b));
}
