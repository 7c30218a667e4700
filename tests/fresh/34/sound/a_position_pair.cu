// fpcheck: navigate <<<1, 8>>> start=@a_position_pair_start.npy velocity=@a_position_pair_velocity.npy metres=empty:8x3 path=empty:8 steps=500 dt=0.001 --ref 'metres=@a_position_pair_metres.npy' --ref 'path=@a_position_pair_path.npy' --tol rtol=1e-6,atol=1e-3
// expect: ok
// why: the position is a pair of floats, joined by error-free sums: the high part stands still for many steps while the low part collects the increments, and renormalising hands them over; what is absorbed is kept
// figure: largest relative error at metres[2]: computed 0.00500001991, exact 0.00500000013, off by 2e-08, within rtol=1e-6,atol=1e-3
#include <cuda_runtime.h>

// Dead reckoning in an earth-centred frame at 1 kHz, with a position of
// 6.4e6 m that moves by centimetres a step.

struct Pair {
    float hi, lo;
};

struct Vec3 {
    float x, y, z;
};

struct Position {
    Pair x, y, z;
};

// a + b = s + e exactly, whatever their order.
__device__ Pair two_sum(float a, float b)
{
    float s = __fadd_rn(a, b);
    float bb = __fsub_rn(s, a);
    float e = __fadd_rn(__fsub_rn(a, __fsub_rn(s, bb)), __fsub_rn(b, bb));
    return {s, e};
}

// The same where |a| >= |b|.
__device__ Pair quick_two_sum(float a, float b)
{
    float s = __fadd_rn(a, b);
    return {s, __fsub_rn(b, __fsub_rn(s, a))};
}

// a * b = p + e exactly.
__device__ Pair two_prod(float a, float b)
{
    float p = __fmul_rn(a, b);
    return {p, fmaf(a, b, -p)};
}

__device__ Pair add(Pair a, Pair b)
{
    Pair s = two_sum(a.hi, b.hi);
    float low = __fadd_rn(s.lo, __fadd_rn(a.lo, b.lo));
    return quick_two_sum(s.hi, low);
}

__device__ Position load_position(const float* p)
{
    return {{p[0], 0.0f}, {p[1], 0.0f}, {p[2], 0.0f}};
}

__device__ Vec3 load_vector(const float* p)
{
    return {p[0], p[1], p[2]};
}

__device__ void move(Position& p, Vec3 v, float dt)
{
    p.x = add(p.x, two_prod(v.x, dt));
    p.y = add(p.y, two_prod(v.y, dt));
    p.z = add(p.z, two_prod(v.z, dt));
}

// The metres to the start, small, of the difference of the pairs.
__device__ float gone(Pair now, float start)
{
    Pair d = add(now, {-start, 0.0f});
    return d.hi + d.lo;
}

// The length of the way so far, a compensated sum of the steps' lengths.
struct Odometer {
    float sum, carry;
};

__device__ void advance(Odometer& o, float step)
{
    float y = __fsub_rn(step, o.carry);
    float t = __fadd_rn(o.sum, y);
    o.carry = __fsub_rn(__fsub_rn(t, o.sum), y);
    o.sum = t;
}

__device__ float length(Vec3 v)
{
    return sqrtf(v.x * v.x + v.y * v.y + v.z * v.z);
}

__global__ void navigate(const float* start, const float* velocity, float* metres, float* path, int steps, float dt)
{
    int i = threadIdx.x;
    Position p = load_position(start + 3 * i);
    Vec3 v = load_vector(velocity + 3 * i);
    Odometer way = {0.0f, 0.0f};
    for (int k = 0; k < steps; ++k) {
        move(p, v, dt);
        advance(way, length(v) * dt);
    }
    path[i] = way.sum;
    metres[3 * i] = gone(p.x, start[3 * i]);
    metres[3 * i + 1] = gone(p.y, start[3 * i + 1]);
    metres[3 * i + 2] = gone(p.z, start[3 * i + 2]);
}
