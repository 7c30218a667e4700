// fpcheck: tumble <<<1, 32>>> start=uniform(0.2,1):128 rate=uniform(-0.8,0.8):96 attitude=empty:128 axis=empty:96 spin=empty:32 energy=empty:32 dt=0.02 steps=25 n=32
// expect: ok
// why: quaternions drift from length 1 and are normalised every step; the state is advanced by Runge-Kutta in binary32 over few steps, no difference of near numbers reaches an output
// figure: computed attitude within 2e-6 of the same steps in exact arithmetic
// Tumbling of rigid satellites without torque but for a weak damper: quaternions and body rates by RK4, one thread a satellite.

struct Vec {
    float x, y, z;
};

struct Quat {
    float w, x, y, z;
};

struct State {
    Quat q;
    Vec w;
};

struct Body {
    Vec inertia;
    float damping;
};

// ------------------------------------------------------------ vectors

__device__ inline Vec vec(float x, float y, float z)
{
    Vec v;
    v.x = x;
    v.y = y;
    v.z = z;
    return v;
}

__device__ inline Vec cross(const Vec &a, const Vec &b)
{
    return vec(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

__device__ inline Vec add(const Vec &a, const Vec &b)
{
    return vec(a.x + b.x, a.y + b.y, a.z + b.z);
}

__device__ inline Vec scale(const Vec &a, float s)
{
    return vec(a.x * s, a.y * s, a.z * s);
}

__device__ inline float length(const Vec &a)
{
    return sqrtf(a.x * a.x + a.y * a.y + a.z * a.z);
}

// ------------------------------------------------------------ quaternions

__device__ inline Quat quat(float w, float x, float y, float z)
{
    Quat q;
    q.w = w;
    q.x = x;
    q.y = y;
    q.z = z;
    return q;
}

__device__ inline Quat add(const Quat &a, const Quat &b)
{
    return quat(a.w + b.w, a.x + b.x, a.y + b.y, a.z + b.z);
}

__device__ inline Quat scale(const Quat &a, float s)
{
    return quat(a.w * s, a.x * s, a.y * s, a.z * s);
}

__device__ inline Quat multiply(const Quat &a, const Quat &b)
{
    return quat(a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z, a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
                a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x, a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w);
}

__device__ inline Quat unit(const Quat &a)
{
    float s = a.w * a.w + a.x * a.x + a.y * a.y + a.z * a.z;
    return scale(a, 1.0f / sqrtf(s));
}

// A vector of the body in the inertial frame: v + 2 r x (r x v + w v).
__device__ Vec rotate(const Quat &q, const Vec &v)
{
    Vec r = vec(q.x, q.y, q.z);
    Vec inside = add(cross(r, v), scale(v, q.w));
    return add(v, scale(cross(r, inside), 2.0f));
}

// ------------------------------------------------------------ motion

// Of the rotation, a sum of squares.
__device__ float kinetic_energy(const State &s, const Body &b)
{
    float sum = b.inertia.x * s.w.x * s.w.x;
    sum += b.inertia.y * s.w.y * s.w.y;
    sum += b.inertia.z * s.w.z * s.w.z;
    return 0.5f * sum;
}

// Half the product of the attitude and the rate.
__device__ Quat attitude_rate(const State &s)
{
    Quat rate = quat(0.0f, s.w.x, s.w.y, s.w.z);
    return scale(multiply(s.q, rate), 0.5f);
}

// Euler's equations: I w' = (I w) x w - c w.
__device__ Vec acceleration(const State &s, const Body &b)
{
    Vec momentum = vec(b.inertia.x * s.w.x, b.inertia.y * s.w.y, b.inertia.z * s.w.z);
    Vec torque = add(cross(momentum, s.w), scale(s.w, -b.damping));
    return vec(torque.x / b.inertia.x, torque.y / b.inertia.y, torque.z / b.inertia.z);
}

__device__ State derivative(const State &s, const Body &b)
{
    State d;
    d.q = attitude_rate(s);
    d.w = acceleration(s, b);
    return d;
}

__device__ State moved(const State &s, const State &d, float h)
{
    State r;
    r.q = add(s.q, scale(d.q, h));
    r.w = add(s.w, scale(d.w, h));
    return r;
}

__device__ State mean_slope(const State &a, const State &b, const State &c, const State &d)
{
    State r;
    r.q = scale(add(add(a.q, d.q), scale(add(b.q, c.q), 2.0f)), 1.0f / 6.0f);
    r.w = scale(add(add(a.w, d.w), scale(add(b.w, c.w), 2.0f)), 1.0f / 6.0f);
    return r;
}

__device__ State step(const State &s, const Body &b, float dt)
{
    State k1 = derivative(s, b);
    State k2 = derivative(moved(s, k1, 0.5f * dt), b);
    State k3 = derivative(moved(s, k2, 0.5f * dt), b);
    State k4 = derivative(moved(s, k3, dt), b);
    State next = moved(s, mean_slope(k1, k2, k3, k4), dt);
    next.q = unit(next.q);
    return next;
}

// ------------------------------------------------------------ memory

__device__ State load(const float *start, const float *rate, int i)
{
    State s;
    s.q = unit(quat(start[4 * i], start[4 * i + 1], start[4 * i + 2], start[4 * i + 3]));
    s.w = vec(rate[3 * i], rate[3 * i + 1], rate[3 * i + 2]);
    return s;
}

__device__ void store_attitude(float *attitude, int i, const Quat &q)
{
    attitude[4 * i + 0] = q.w;
    attitude[4 * i + 1] = q.x;
    attitude[4 * i + 2] = q.y;
    attitude[4 * i + 3] = q.z;
}

__device__ void store_axis(float *axis, int i, const Vec &v)
{
    axis[3 * i + 0] = v.x;
    axis[3 * i + 1] = v.y;
    axis[3 * i + 2] = v.z;
}

// ------------------------------------------------------------ the kernel

__global__ void tumble(const float *start, const float *rate, float *attitude, float *axis, float *spin, float *energy,
                       float dt, int steps, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Body b;
    b.inertia = vec(1.0f, 1.6f, 2.1f);
    b.damping = 0.01f;

    State s = load(start, rate, i);
    for (int k = 0; k < steps; k++)
        s = step(s, b, dt);

    store_attitude(attitude, i, s.q);
    store_axis(axis, i, rotate(s.q, vec(0.0f, 0.0f, 1.0f)));
    spin[i] = length(s.w);
    energy[i] = kinetic_energy(s, b);
}
