// fpcheck: fly <<<1, 32>>> start=@a_orbit_compensated_sign.npy mass=[0.02,0.015,0.01] mass_at=[-2000000.0,500000.0,0.0,2500000.0,-1500000.0,0.0,0.0,0.0,3000000.0] moved=empty:8x3 speed_gain=empty:8x3 probes=8 bodies=3 steps=400 dt=0.25
// expect: error compensated sum broken at line 44
// why: the correction is computed as y - (t - s) but subtracted again as in Kahan's form, so every small step cancels its predecessor and the probe stays where it is
// figure: moved[0][0] computed 0, MPFR -4.09745547
//
// Slow probes far from the origin, moved by a leapfrog with compensated sums: a position of a million metres has steps
// of 1/16 m in float, a move is a centimetre. One thread a probe; the attracting bodies rest.

#define MAX_BODIES 8

struct Sum {
    float s;    // the value
    float c;    // what it could not hold
};

struct Sum3 {
    Sum x, y, z;
};

struct Vec3 {
    float x, y, z;
};

__device__ __forceinline__ Vec3 operator+(Vec3 a, Vec3 b)
{
    return Vec3{a.x + b.x, a.y + b.y, a.z + b.z};
}

__device__ __forceinline__ Vec3 operator*(float k, Vec3 a)
{
    return Vec3{k * a.x, k * a.y, k * a.z};
}

__device__ __forceinline__ void start_sum(Sum &a, float v)
{
    a.s = v;
    a.c = 0.0f;
}

__device__ __forceinline__ void add(Sum &a, float v)
{
    float y = v - a.c;
    float t = a.s + y;
    a.c = y - (t - a.s);
    a.s = t;
}

__device__ __forceinline__ void add(Sum3 &a, Vec3 v)
{
    add(a.x, v.x);
    add(a.y, v.y);
    add(a.z, v.z);
}

__device__ __forceinline__ Vec3 value(const Sum3 &a)
{
    return Vec3{a.x.s, a.y.s, a.z.s};
}

// Acceleration at p, gravitational parameters in units of 1e9 m^3/s^2.
__device__ Vec3 gravity(Vec3 p, const float *mass, const float *mass_at, int bodies)
{
    Vec3 a = {0.0f, 0.0f, 0.0f};
    for (int b = 0; b < bodies; b++) {
        // in megametres, so that the cube of the distance stays near one
        float dx = (mass_at[3 * b] - p.x) * 1e-6f;
        float dy = (mass_at[3 * b + 1] - p.y) * 1e-6f;
        float dz = (mass_at[3 * b + 2] - p.z) * 1e-6f;
        float r2 = dx * dx + dy * dy + dz * dz;
        float inv = rsqrtf(r2);
        float k = mass[b] * 1e-3f * inv * inv * inv;
        a = a + k * Vec3{dx, dy, dz};
    }
    return a;
}

struct Probe {
    Sum3 position;
    Sum3 velocity;
};

__device__ Probe load_probe(const float *start, int i)
{
    Probe p;
    start_sum(p.position.x, start[6 * i]);
    start_sum(p.position.y, start[6 * i + 1]);
    start_sum(p.position.z, start[6 * i + 2]);
    start_sum(p.velocity.x, start[6 * i + 3]);
    start_sum(p.velocity.y, start[6 * i + 4]);
    start_sum(p.velocity.z, start[6 * i + 5]);
    return p;
}

__device__ __forceinline__ void drift(Probe &p, float dt)
{
    add(p.position, dt * value(p.velocity));
}

__device__ __forceinline__ void kick(Probe &p, const float *mass, const float *mass_at, int bodies, float dt)
{
    add(p.velocity, dt * gravity(value(p.position), mass, mass_at, bodies));
}

__device__ __forceinline__ void store_difference(const Sum &now, float before, float *out)
{
    *out = now.s - before;
}

__global__ void fly(const float *start, const float *mass, const float *mass_at, float *moved, float *speed_gain,
                    int probes, int bodies, int steps, float dt)
{
    __shared__ float m[MAX_BODIES];
    __shared__ float at[3 * MAX_BODIES];

    for (int k = threadIdx.x; k < bodies; k += blockDim.x)
        m[k] = mass[k];
    for (int k = threadIdx.x; k < 3 * bodies; k += blockDim.x)
        at[k] = mass_at[k];
    __syncthreads();

    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= probes)
        return;

    Probe p = load_probe(start, i);

    // half a drift, then kick and drift in turn, and half a drift less at the end
    drift(p, 0.5f * dt);
    for (int s = 0; s < steps; s++) {
        kick(p, m, at, bodies, dt);
        drift(p, s + 1 < steps ? dt : 0.5f * dt);
    }

    store_difference(p.position.x, start[6 * i], &moved[3 * i]);
    store_difference(p.position.y, start[6 * i + 1], &moved[3 * i + 1]);
    store_difference(p.position.z, start[6 * i + 2], &moved[3 * i + 2]);

    store_difference(p.velocity.x, start[6 * i + 3], &speed_gain[3 * i]);
    store_difference(p.velocity.y, start[6 * i + 4], &speed_gain[3 * i + 1]);
    store_difference(p.velocity.z, start[6 * i + 5], &speed_gain[3 * i + 2]);
}

// Host side.
void fly_probes(const float *start, const float *mass, const float *mass_at, float *moved, float *speed_gain, int probes,
                int bodies, int steps, float dt)
{
    if (bodies > MAX_BODIES)
        return;
    fly<<<(probes + 31) / 32, 32>>>(start, mass, mass_at, moved, speed_gain, probes, bodies, steps, dt);
}
