// fpcheck: deflections<<<1, 32>>> state=[1.0,0.05000000074505806,0.0,-0.20000000298023224,6.25,0.10000000149011612,0.0,1.5,0.10000000149011612,-5.099999904632568,0.0,0.30000001192092896,5.199999809265137,0.0,0.10000000149011612,0.10000000149011612,2.75,0.019999999552965164,0.4000000059604645,0.10000000149011612,0.0,-2.0,9.5,0.5] dt=[0.0010000000474974513,0.003000000026077032,0.019999999552965164,0.0005000000237487257] bend=empty:12 gate=empty:4 noise=1e-7 mu=39.478418 bodies=4 want=[-1.9661838483899195e-05,-1.0241201334112175e-06,-6.55402478857203e-10,2.666561909082259e-07,-7.842957038444709e-05,-5.244323762747909e-06,-0.00029176032702937137,-1.0283158584001628e-06,-5.617535367779219e-06,-2.812535159124739e-05,-7.148599317282591e-06,-5.863070973537162e-09] ref=bend=want --tol rtol=1e-4,atol=1e-9
// expect: error cancellation at line 78
// why: the Stumpff functions by their closed forms where the argument is about 1e-4: 1 - cos and s - sin s lose three to five digits; the series is only taken below 1e-8
// figure: computed c2 = 0.5006865 at z = 3.96423e-05, MPFR 0.4999983 (double: 0.49999..); bend[0] MPFR -1.96618385e-05, off in its fourth digit
// Short-arc two-body propagation in universal variables: how far the orbit bends away from a straight line.
// Units: astronomical units, years. One thread a body.

struct Vec {
    float x, y, z;
};

struct State {
    Vec r, v;
};

struct Stumpff {
    float c2, c3;
};

struct Orbit {
    float r0;    // distance at the epoch
    float sigma; // r . v / sqrt(mu)
    float alpha; // reciprocal of the semi-major axis
    float root;  // sqrt(mu)
};

// ---------------------------------------------------------------- vectors

__device__ Vec make(float x, float y, float z)
{
    Vec r;
    r.x = x;
    r.y = y;
    r.z = z;
    return r;
}

__device__ float dot(Vec a, Vec b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

__device__ float norm(Vec a)
{
    return sqrtf(dot(a, a));
}

__device__ Vec combine(float p, Vec a, float q, Vec b)
{
    return make(p * a.x + q * b.x, p * a.y + q * b.y, p * a.z + q * b.z);
}

// ---------------------------------------------------------------- input and output

__device__ State load(const float *state, int i)
{
    const float *s = state + 6 * i;
    State r;
    r.r = make(s[0], s[1], s[2]);
    r.v = make(s[3], s[4], s[5]);
    return r;
}

__device__ void store(float *bend, int i, Vec v)
{
    bend[3 * i] = v.x;
    bend[3 * i + 1] = v.y;
    bend[3 * i + 2] = v.z;
}

// ---------------------------------------------------------------- Stumpff functions

// c2 = (1 - cos s) / s^2, c3 = (s - sin s) / s^3, s^2 = z: ellipses.
__device__ Stumpff elliptic(float z)
{
    float s = sqrtf(z);
    Stumpff c;
    c.c2 = (1.0f - cosf(s)) / z;
    c.c3 = (s - sinf(s)) / (z * s);
    return c;
}

// The same with s^2 = -z: hyperbolas.
__device__ Stumpff hyperbolic(float z)
{
    float s = sqrtf(-z);
    Stumpff c;
    c.c2 = (coshf(s) - 1.0f) / -z;
    c.c3 = (sinhf(s) - s) / (-z * s);
    return c;
}

__device__ Stumpff parabolic(float z)
{
    Stumpff c;
    c.c2 = 0.5f - z / 24.0f;
    c.c3 = 1.0f / 6.0f - z / 120.0f;
    return c;
}

__device__ Stumpff stumpff(float z)
{
    const float nearly_parabolic = 1e-8f;
    if (z > nearly_parabolic)
        return elliptic(z);
    if (z < -nearly_parabolic)
        return hyperbolic(z);
    return parabolic(z);
}

// ---------------------------------------------------------------- the orbit

__device__ Orbit orbit_of(State s, float mu)
{
    Orbit o;
    o.r0 = norm(s.r);
    o.root = sqrtf(mu);
    o.sigma = dot(s.r, s.v) / o.root;
    o.alpha = 2.0f / o.r0 - dot(s.v, s.v) / mu;
    return o;
}

// Kepler's equation in the universal anomaly x, and its derivative (the distance).
__device__ float kepler(Orbit o, float x, Stumpff c, float dt)
{
    float x2 = x * x;
    return o.sigma * x2 * c.c2 + (1.0f - o.alpha * o.r0) * x2 * x * c.c3 + o.r0 * x - o.root * dt;
}

__device__ float distance(Orbit o, float x, Stumpff c)
{
    float x2 = x * x;
    float z = o.alpha * x2;
    return x2 * c.c2 + o.sigma * x * (1.0f - z * c.c3) + o.r0 * (1.0f - z * c.c2);
}

__device__ float first_guess(Orbit o, float dt)
{
    return o.root * dt / o.r0;
}

__device__ float solve(Orbit o, float dt)
{
    float x = first_guess(o, dt);
    for (int k = 0; k < 6; k++) {
        Stumpff c = stumpff(o.alpha * x * x);
        float step = kepler(o, x, c, dt) / distance(o, x, c);
        x -= step;
        if (fabsf(step) < 1e-7f * fabsf(x))
            break;
    }
    return x;
}

// ---------------------------------------------------------------- Lagrange's coefficients

// f - 1 and g - dt: what is left when the straight line r + v dt is taken away.
__device__ float f_less_one(Orbit o, float x, Stumpff c)
{
    return -x * x / o.r0 * c.c2;
}

__device__ float g_less_dt(Orbit o, float x, Stumpff c)
{
    return -x * x * x / o.root * c.c3;
}

__device__ Vec bend_of(State s, Orbit o, float x)
{
    Stumpff c = stumpff(o.alpha * x * x);
    return combine(f_less_one(o, x, c), s.r, g_less_dt(o, x, c), s.v);
}

// ---------------------------------------------------------------- the gate of the tracker

// Half width of the search window: a share of the bend and the noise of a fix.
__device__ float gate_of(Vec bend, float noise)
{
    const float share = 0.125f;
    return share * norm(bend) + noise;
}

__device__ bool bound(Orbit o)
{
    return o.alpha > 0.0f;
}

// Unbound bodies are watched with a window twice as wide.
__device__ float widened(Orbit o, float gate)
{
    return bound(o) ? gate : 2.0f * gate;
}

// ---------------------------------------------------------------- the kernel
//
// A tracker predicts fixes some hours ahead with r + v dt and corrects by the bend. The bend is small, but its
// relative error decides the gate width, so that it is computed by itself and never as a difference of positions.

__global__ void deflections(const float *state, const float *dt, float *bend, float *gate, float mu, float noise, int bodies)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= bodies)
        return;
    State s = load(state, i);
    Orbit o = orbit_of(s, mu);
    float x = solve(o, dt[i]);
    Vec b = bend_of(s, o, x);
    store(bend, i, b);
    gate[i] = widened(o, gate_of(b, noise));
}
