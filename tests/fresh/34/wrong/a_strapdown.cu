// fpcheck: navigate <<<1, 4>>> gyro=@a_strapdown_gyro.npy accel=@a_strapdown_accel.npy start=@a_strapdown_start.npy track=empty:4x3 speed=empty:4 steps=400 dt=0.001
// expect: error accuracy at line 86
// why: an earth-centred position near 6.4e6 m has steps of 0.5 m in float; at 1 kHz a craft of 150 to 200 m/s moves less than half of that in a step, so the increment is absorbed and the position stands still
// figure: track[9] computed 6380300, exact 6380372
#include <cuda_runtime.h>

// Strapdown inertial navigation in an earth-centred frame (rotation of the
// earth left out): attitude by a quaternion, velocity, position.

struct Vec3 {
    float x, y, z;
};

struct Quat {
    float w, x, y, z;
};

struct State {
    Quat att;
    Vec3 vel;
    Vec3 pos;
};

__device__ Vec3 add(Vec3 a, Vec3 b)
{
    return {a.x + b.x, a.y + b.y, a.z + b.z};
}

__device__ Vec3 scaled(Vec3 a, float s)
{
    return {a.x * s, a.y * s, a.z * s};
}

__device__ float dot(Vec3 a, Vec3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

__device__ Vec3 cross(Vec3 a, Vec3 b)
{
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

__device__ Quat multiply(Quat a, Quat b)
{
    return {a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z, a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
            a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x, a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w};
}

__device__ Quat normalised(Quat q)
{
    float n = 1.0f / sqrtf(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
    return {q.w * n, q.x * n, q.y * n, q.z * n};
}

__device__ Vec3 rotate(Quat q, Vec3 v)
{
    Vec3 u = {q.x, q.y, q.z};
    Vec3 t = scaled(cross(u, v), 2.0f);
    return add(add(v, scaled(t, q.w)), cross(u, t));
}

// A small rotation by the gyro's rate, to second order in the angle.
__device__ Quat increment(Vec3 rate, float dt)
{
    Vec3 half = scaled(rate, 0.5f * dt);
    float c = 1.0f - 0.5f * dot(half, half);
    return {c, half.x, half.y, half.z};
}

__device__ Vec3 gravity(Vec3 p)
{
    const float mu = 3.986004418e14f;
    float r2 = dot(p, p);
    float r = sqrtf(r2);
    return scaled(p, -(mu / r2) / r);
}

__device__ void step(State& s, Vec3 rate, Vec3 force, float dt)
{
    s.att = normalised(multiply(s.att, increment(rate, dt)));
    Vec3 a = add(rotate(s.att, force), gravity(s.pos));
    Vec3 before = s.vel;
    s.vel = add(s.vel, scaled(a, dt));
    Vec3 mean = scaled(add(before, s.vel), 0.5f);
    s.pos = add(s.pos, scaled(mean, dt));
}

__device__ Vec3 load3(const float* p)
{
    return {p[0], p[1], p[2]};
}

__global__ void navigate(const float* gyro, const float* accel, const float* start, float* track, float* speed,
                         int steps, float dt)
{
    int craft = threadIdx.x;
    State s;
    s.att = {1.0f, 0.0f, 0.0f, 0.0f};
    s.pos = load3(start + 6 * craft);
    s.vel = load3(start + 6 * craft + 3);
    Vec3 rate = load3(gyro + 3 * craft);
    Vec3 force = load3(accel + 3 * craft);
    for (int k = 0; k < steps; ++k)
        step(s, rate, force, dt);
    track[3 * craft] = s.pos.x;
    track[3 * craft + 1] = s.pos.y;
    track[3 * craft + 2] = s.pos.z;
    speed[craft] = sqrtf(dot(s.vel, s.vel));
}
