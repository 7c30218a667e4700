// fpcheck: orient_adaptive <<<1, 32>>> p=[0.5000253,0.5000218,0.5000092,0.500005,0.5000056,0.50000393,0.5000292,0.5000175,0.5000181,0.5000155,0.50001454,0.50001836,0.5000149,0.50001407,0.50000215,0.5000062,0.5000179,0.50001526,0.5000142,0.5000113,0.0,0.0,3.0,1.0] q=[12.000001,12.0,12.0,12.0,12.000001,12.0,12.000002,12.0,12.000002,12.0,12.0,12.0,12.0,12.0,12.0,12.0,12.000002,12.0,12.000001,12.0,1.0,0.0,-2.0,5.0] r=[17.3,17.3,24.0,24.0,24.0,24.0,17.3,17.3,24.0,24.0,17.3,17.3,17.3,17.3,17.3,17.3,24.0,24.0,17.3,17.3,0.25,1.0,7.0,7.0] side=empty:12 hard=inout:zeros:1 n=12 want=[-1,-1,1,-1,1,1,-1,1,1,1,1,-1] ref=side=want --tol bitwise
// expect: error error-free transform in the wrong order at line 32
// why: the three operation two-sum needs the larger operand first; grow-expansion calls it in either order, so low parts are lost and signs flip
// figure: side[0] computed 1, right -1 (determinant -2.3e-06)
// Orientation of three points with exact arithmetic where the filter does not decide.
#include <cuda_runtime.h>

#define TERMS 12

struct Pair {
    float high, low;
};

// Non-overlapping components, smallest first; zeros are kept.
struct Expansion {
    float part[TERMS];
    int used;
};

struct Triangle {
    float ax, ay, bx, by, cx, cy;
};

// ---------------------------------------------------------------- error-free transforms

// Dekker's two-sum: three operations instead of six.
__device__ inline Pair two_sum(float a, float b)
{
    Pair p;
    p.high = __fadd_rn(a, b);
    float v = __fsub_rn(p.high, a);
    p.low = __fsub_rn(b, v);
    return p;
}

__device__ inline Pair two_product(float a, float b)
{
    Pair p;
    p.high = __fmul_rn(a, b);
    p.low = __fmaf_rn(a, b, -p.high);
    return p;
}

// ---------------------------------------------------------------- expansions

__device__ void clear(Expansion &e)
{
#pragma unroll
    for (int k = 0; k < TERMS; k++)
        e.part[k] = 0.0f;
    e.used = 0;
}

// Shewchuk's grow-expansion: one component more, exactly.
template <int USED>
__device__ void grow(Expansion &e, float b)
{
    float q = b;
#pragma unroll
    for (int k = 0; k < USED; k++) {
        Pair s = two_sum(q, e.part[k]);
        q = s.high;
        e.part[k] = s.low;
    }
    e.part[USED] = q;
    e.used = USED + 1;
}

template <int USED>
__device__ void add_product(Expansion &e, float a, float b)
{
    Pair p = two_product(a, b);
    grow<USED>(e, p.low);
    grow<USED + 1>(e, p.high);
}

__device__ int sign_of(float x)
{
    return (x > 0.0f) - (x < 0.0f);
}

// The sign of an expansion is that of its last component that is not zero.
__device__ int sign_of(const Expansion &e)
{
    int s = 0;
#pragma unroll
    for (int k = 0; k < TERMS; k++) {
        int t = sign_of(e.part[k]);
        if (t != 0)
            s = t;
    }
    return s;
}

// ---------------------------------------------------------------- the predicate

__device__ int orient_exact(const Triangle &t)
{
    Expansion e;
    clear(e);
    add_product<0>(e, t.ax, t.by);
    add_product<2>(e, -t.ay, t.bx);
    add_product<4>(e, t.bx, t.cy);
    add_product<6>(e, -t.by, t.cx);
    add_product<8>(e, t.cx, t.ay);
    add_product<10>(e, -t.cy, t.ax);
    return sign_of(e);
}

// Differences first, then Shewchuk's bound (3 + 16 eps) eps on the determinant.
__device__ bool filtered(const Triangle &t, int &sign)
{
    const float bound = 1.7881396e-7f * 1.01f;
    float left = __fmul_rn(__fsub_rn(t.ax, t.cx), __fsub_rn(t.by, t.cy));
    float right = __fmul_rn(__fsub_rn(t.ay, t.cy), __fsub_rn(t.bx, t.cx));
    float det = __fsub_rn(left, right);
    float size = __fadd_rn(fabsf(left), fabsf(right));
    if (fabsf(det) <= bound * size)
        return false;
    sign = sign_of(det);
    return true;
}

__device__ Triangle load(const float *p, const float *q, const float *r, int i)
{
    Triangle t;
    t.ax = p[2 * i];
    t.ay = p[2 * i + 1];
    t.bx = q[2 * i];
    t.by = q[2 * i + 1];
    t.cx = r[2 * i];
    t.cy = r[2 * i + 1];
    return t;
}

// ---------------------------------------------------------------- kernel

// One thread a triple. `hard` counts those that the filter left open.
__global__ void orient_adaptive(const float *p, const float *q, const float *r, int *side, int *hard, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Triangle t = load(p, q, r, i);
    int s = 0;
    if (!filtered(t, s)) {
        s = orient_exact(t);
        atomicAdd(hard, 1);
    }
    side[i] = s;
}
