// fpcheck: tips <<<1, 32>>> joints=@a_cordic_arm_joints.npy links=@a_cordic_arm_links.npy tip=empty:12x2 n=12 --ref 'tip=@a_cordic_arm_tip_ref.npy' --tol atol=1e-6
// expect: ok
// why: forward kinematics by CORDIC in integers: angles are binary turns that wrap at 2^32 (as they should: 3.1 + 3.1 + 3.1 rad), shifts drop bits below 2^-30, and the sign of the rest decides each step; the error stays near 1e-7 of the reach
// figure: tip[9] computed -0.687341571, MPFR -0.687341599 (error 0.028 of the tolerance)
#include <cuda_runtime.h>

// Planar arm with three joints on a machine without a fast float unit: sines by CORDIC. Angles are signed fractions of a
// turn in 32 bits, lengths have 30 bits of fraction.

constexpr int STEPS = 28;
constexpr int LINKS = 3;

__constant__ int arc_tangent[STEPS] = {
    536870912, 316933406, 167458907, 85004756, 42667331, 21354465, 10679838,
    5340245, 2670163, 1335087, 667544, 333772, 166886, 83443,
    41722, 20861, 10430, 5215, 2608, 1304, 652,
    326, 163, 81, 41, 20, 10, 5,
};

struct Vector {
    int x, y;
};

struct Turn {
    unsigned v; // 2^32 is a whole turn
};

__device__ Turn turn_of(float radians)
{
    // in double: a float times 2^32 / (2 pi) needs more than 24 bits
    double t = (double)radians * 683565275.57643158978;
    Turn r;
    r.v = (unsigned)__double2ll_rn(t);
    return r;
}

__device__ Turn add(Turn a, Turn b)
{
    Turn r;
    r.v = a.v + b.v; // wraps once a turn
    return r;
}

__device__ bool left_half(Turn a)
{
    // a quarter turn or more to either side: CORDIC converges to 99.9 degrees only
    return a.v + 0x40000000u >= 0x80000000u;
}

__device__ int sign_of(int v)
{
    return v < 0 ? -1 : 1;
}

__device__ int shifted(int v, int by)
{
    return (v + (by > 0 ? 1 << (by - 1) : 0)) >> by; // rounded, arithmetic
}

__device__ Vector negate(Vector v)
{
    Vector r;
    r.x = -v.x;
    r.y = -v.y;
    return r;
}

// cosine and sine with 30 bits of fraction
__device__ Vector direction(Turn angle)
{
    bool flip = left_half(angle);
    if (flip) angle.v += 0x80000000u;
    int rest = (int)angle.v;
    Vector v;
    v.x = 652032874; // the product of all cosines
    v.y = 0;
    for (int i = 0; i < STEPS; ++i) {
        int d = sign_of(rest);
        int x = v.x - d * shifted(v.y, i);
        int y = v.y + d * shifted(v.x, i);
        v.x = x;
        v.y = y;
        rest -= d * arc_tangent[i];
    }
    return flip ? negate(v) : v;
}

__device__ int scaled(int length, int unit)
{
    // Q30 times Q30: 60 bits, rounded to Q30
    long long p = (long long)length * unit;
    return (int)((p + (1ll << 29)) >> 30);
}

__device__ int fixed30(float v)
{
    return __float2int_rn(v * 1073741824.0f);
}

__device__ float to_float(int v)
{
    return (float)v * 9.31322574615478515625e-10f;
}

__global__ void tips(const float* joints, const float* links, float* tip, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    Turn heading = { 0u };
    Vector sum = { 0, 0 };
    for (int k = 0; k < LINKS; ++k) {
        heading = add(heading, turn_of(joints[LINKS * i + k]));
        Vector u = direction(heading);
        int length = fixed30(links[k]);
        sum.x += scaled(length, u.x);
        sum.y += scaled(length, u.y);
    }
    tip[2 * i] = to_float(sum.x);
    tip[2 * i + 1] = to_float(sum.y);
}
