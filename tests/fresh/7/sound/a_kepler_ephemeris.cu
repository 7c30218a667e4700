// fpcheck: ephemeris<<<1, 32>>> seconds=[60.0,5400.0,86400.0,2592000.0,31557600.0] px=empty:5 py=empty:5 pz=empty:5 vx=empty:5 vy=empty:5 vz=empty:5 radius=empty:5 a=6878.0 e=0.01 inclination=0.9 node=1.2 perigee=0.4 m0=0.3 n=5
// expect: ok
// why: seconds of a year in an orbit of 95 minutes: the phase is counted in revolutions in binary64 and only the fraction becomes a float
// figure: computed px[4] = -1802.29497, MPFR -1802.29509 (besides the rounding of a few binary32 operations, 2e-3 km at most)
// Positions of a satellite in km from its elements, Kepler's equation by Newton's method.
constexpr float MU = 398600.4418f; // km^3/s^2

struct Elements {
    float a, e, inclination, node, perigee, m0;
};

struct Vector {
    float x, y, z;
};

// A unit vector and its perpendicular in the plane of the orbit.
struct Frame {
    Vector p, q;
};

// Mean anomaly after t seconds, between -pi and pi.
__device__ float mean_anomaly(const Elements &el, float t)
{
    double a = el.a;
    double motion = sqrt((double)MU / (a * a * a));
    double revolutions = ((double)el.m0 + motion * (double)t) * 0.15915494309189535;
    double fraction = revolutions - rint(revolutions);
    return (float)(fraction * 6.283185307179586);
}

__device__ float kepler_residual(float eccentric, float e, float m)
{
    return eccentric - e * sinf(eccentric) - m;
}

__device__ float kepler_slope(float eccentric, float e)
{
    return 1.0f - e * cosf(eccentric);
}

// Eccentric anomaly; for small e a few steps are plenty.
__device__ float eccentric_anomaly(float m, float e)
{
    float eccentric = fmaf(e, sinf(m), m);
#pragma unroll 1
    for (int step = 0; step < 4; step++)
        eccentric -= kepler_residual(eccentric, e, m) / kepler_slope(eccentric, e);
    return eccentric;
}

// Position in the plane of the orbit, x towards perigee.
__device__ Vector in_plane(const Elements &el, float eccentric)
{
    float s, c;
    sincosf(eccentric, &s, &c);
    Vector v;
    v.x = el.a * (c - el.e);
    v.y = el.a * sqrtf((1.0f - el.e) * (1.0f + el.e)) * s;
    v.z = 0.0f;
    return v;
}

// Velocity in the plane of the orbit, km/s.
__device__ Vector velocity_in_plane(const Elements &el, float eccentric)
{
    float s, c;
    sincosf(eccentric, &s, &c);
    float rate = sqrtf(MU / el.a) / (1.0f - el.e * c);
    Vector v;
    v.x = -rate * s;
    v.y = rate * sqrtf((1.0f - el.e) * (1.0f + el.e)) * c;
    v.z = 0.0f;
    return v;
}

__device__ Frame frame(const Elements &el)
{
    float so, co, si, ci, sp, cp;
    sincosf(el.node, &so, &co);
    sincosf(el.inclination, &si, &ci);
    sincosf(el.perigee, &sp, &cp);
    Frame f;
    f.p.x = co * cp - so * sp * ci;
    f.p.y = so * cp + co * sp * ci;
    f.p.z = sp * si;
    f.q.x = -co * sp - so * cp * ci;
    f.q.y = -so * sp + co * cp * ci;
    f.q.z = cp * si;
    return f;
}

__device__ float along(float x, float y, float p, float q)
{
    return fmaf(x, p, y * q);
}

__device__ Vector to_inertial(const Frame &f, Vector v)
{
    Vector r;
    r.x = along(v.x, v.y, f.p.x, f.q.x);
    r.y = along(v.x, v.y, f.p.y, f.q.y);
    r.z = along(v.x, v.y, f.p.z, f.q.z);
    return r;
}

// Distance from the centre.
__device__ float radius_of(const Elements &el, float eccentric)
{
    return el.a * (1.0f - el.e * cosf(eccentric));
}

struct State {
    Vector position, velocity;
    float radius;
};

__device__ State state_at(const Elements &el, float t)
{
    float m = mean_anomaly(el, t);
    float eccentric = eccentric_anomaly(m, el.e);
    Frame f = frame(el);
    State state;
    state.radius = radius_of(el, eccentric);
    state.position = to_inertial(f, in_plane(el, eccentric));
    state.velocity = to_inertial(f, velocity_in_plane(el, eccentric));
    return state;
}

__device__ void store(float *x, float *y, float *z, int i, Vector v)
{
    x[i] = v.x;
    y[i] = v.y;
    z[i] = v.z;
}

__global__ void ephemeris(const float *seconds, float *px, float *py, float *pz, float *vx, float *vy, float *vz, float *radius, float a, float e,
                          float inclination, float node, float perigee, float m0, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Elements el;
    el.a = a;
    el.e = e;
    el.inclination = inclination;
    el.node = node;
    el.perigee = perigee;
    el.m0 = m0;
    State state = state_at(el, seconds[i]);
    store(px, py, pz, i, state.position);
    store(vx, vy, vz, i, state.velocity);
    radius[i] = state.radius;
}
