// fpcheck: flips <<<2, 32>>> quads=@a_delaunay_flip_quads.npy inside=empty:40 n=40 --ref 'inside=@a_delaunay_flip_inside_ref.npy'
// expect: error cancellation at line 73
// why: the in-circle determinant is expanded in absolute coordinates (x^2 + y^2 of 4e7 against circles of radius 1..3) instead of relative to the fourth point: its sign is decided by rounding (Shewchuk, "Adaptive precision floating-point arithmetic and fast robust geometric predicates")
// figure: inside[1] computed 1, exact -1 (10 of 40 differ)
#include <cuda_runtime.h>

// Which edges of a triangulation must be flipped: is the opposite point inside the circumcircle of the triangle?
// One thread an edge: its quad is the triangle on one side and the vertex that the triangle on the other side adds.
// The answer is 1 (flip), 0 (on the circle, or no circle) or -1 (leave).

struct Point {
    float x, y;
};

struct Quad {
    Point a, b, c; // the triangle
    Point d;       // the opposite vertex of the neighbouring triangle
};

__device__ Point point(const float* p)
{
    Point r;
    r.x = p[0];
    r.y = p[1];
    return r;
}

__device__ Quad load(const float* p)
{
    Quad q;
    q.a = point(p);
    q.b = point(p + 2);
    q.c = point(p + 4);
    q.d = point(p + 6);
    return q;
}

__device__ float area2(Point a, Point b, Point c)
{
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

__device__ Quad counter_clockwise(Quad q)
{
    if (area2(q.a, q.b, q.c) < 0.0f) {
        Point t = q.b;
        q.b = q.c;
        q.c = t;
    }
    return q;
}

__device__ float lift(Point p)
{
    return p.x * p.x + p.y * p.y;
}

__device__ float det3(const float m[3][3])
{
    float c0 = m[1][1] * m[2][2] - m[1][2] * m[2][1];
    float c1 = m[1][0] * m[2][2] - m[1][2] * m[2][0];
    float c2 = m[1][0] * m[2][1] - m[1][1] * m[2][0];
    return m[0][0] * c0 - m[0][1] * c1 + m[0][2] * c2;
}

__device__ float in_circle(const Quad& q)
{
    const Point p[3] = { q.a, q.b, q.c };
    float m[3][3];
    for (int i = 0; i < 3; ++i) {
        m[i][0] = p[i].x - q.d.x;
        m[i][1] = p[i].y - q.d.y;
        m[i][2] = lift(p[i]) - lift(q.d);
    }
    // the third column is the lifted one relative to d, up to multiples of the other two
    for (int i = 0; i < 3; ++i)
        m[i][2] -= 2.0f * (q.d.x * m[i][0] + q.d.y * m[i][1]);
    return det3(m);
}

// inside: 1, on the circle: 0, outside: -1
__device__ int sign(float v)
{
    return (v > 0.0f) - (v < 0.0f);
}

// three points on a line have no circumcircle: such a triangle is never flipped
__device__ int degenerate(const Quad& q)
{
    return area2(q.a, q.b, q.c) == 0.0f;
}

__global__ void flips(const float* quads, int* inside, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    Quad q = counter_clockwise(load(quads + 8 * i));
    inside[i] = degenerate(q) ? 0 : sign(in_circle(q));
}
