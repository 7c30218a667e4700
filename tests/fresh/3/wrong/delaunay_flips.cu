// fpcheck: mark_flips <<<1, 64>>> px=[1000,1377,1849,2057,1000,5,442,0,680,544,1530,130,2057,2178,1805,104,221,936,2080,544,1989,1625,1625,405,1805,833,2125,162,104,1105,32,2125] py=[5,2176,288,1666,5,1000,1989,1105,2125,2057,2125,1625,1666,841,1960,637,442,13,1625,2057,1768,2080,130,250,1960,2176,680,1681,1573,0,1369,680] qa=[0,4,8,12,16,20,24,28] qb=[1,5,9,13,17,21,25,29] qc=[2,6,10,14,18,22,26,30] qd=[3,7,11,15,19,23,27,31] flip=empty:8 edge2=empty:8 centre=empty:8x2 quads=8
// expect: error branch decided wrong at line 108: the incircle determinant of integer points in binary32 is a positive rounding error for points that lie on one circle exactly, and such edges are flipped for ever
#include <cuda_runtime.h>

// Marks the edges of a triangulation of integer (grid) points that violate the
// Delaunay property: edge (a, c) of the quadrilateral a b c d is flipped when d
// lies inside of the circle through a, b, c.

struct Point {
    int x;
    int y;
};

struct Vec2 {
    float x;
    float y;
};

struct Quad {
    Point a;
    Point b;
    Point c;
    Point d;
};

// ---------------------------------------------------------------------------
// Small vectors
// ---------------------------------------------------------------------------

__device__ __forceinline__ Vec2 make_vec2(float x, float y) {
    Vec2 v;
    v.x = x;
    v.y = y;
    return v;
}

// Differences of grid coordinates are small integers, exact in binary32.
__device__ __forceinline__ Vec2 difference(Point p, Point q) {
    return make_vec2((float)(p.x - q.x), (float)(p.y - q.y));
}

__device__ __forceinline__ float cross(Vec2 a, Vec2 b) {
    return a.x * b.y - a.y * b.x;
}

__device__ __forceinline__ float dot(Vec2 a, Vec2 b) {
    return a.x * b.x + a.y * b.y;
}

__device__ __forceinline__ float length2(Vec2 a) {
    return dot(a, a);
}

// ---------------------------------------------------------------------------
// Loading; indices come from the host and are within their arrays.
//
// ---------------------------------------------------------------------------

__device__ __forceinline__ Point load_point(const int* px, const int* py, int i) {
    Point p;
    p.x = px[i];
    p.y = py[i];
    return p;
}

__device__ Quad load_quad(const int* px, const int* py, int a, int b, int c, int d) {
    Quad q;
    q.a = load_point(px, py, a);
    q.b = load_point(px, py, b);
    q.c = load_point(px, py, c);
    q.d = load_point(px, py, d);
    return q;
}

// ---------------------------------------------------------------------------
// Orientation by integers: exact for coordinates below 2^14
// ---------------------------------------------------------------------------

__device__ int orientation(Point a, Point b, Point c) {
    long long u = (long long)(b.x - a.x) * (c.y - a.y);
    long long v = (long long)(b.y - a.y) * (c.x - a.x);
    if (u > v) return 1;
    if (u < v) return -1;
    return 0;
}

// The sign of a triangle's area is decided without rounding.  Swaps b and c where the triangle runs clockwise.
__device__ void make_counterclockwise(Quad& q) {
    if (orientation(q.a, q.b, q.c) < 0) {
        Point t = q.b;
        q.b = q.c;
        q.c = t;
    }
}

// ---------------------------------------------------------------------------
// Incircle
// ---------------------------------------------------------------------------

// Positive where d is inside of the circle through the counterclockwise a b c.
__device__ float incircle(const Quad& q) {
    Vec2 a = difference(q.a, q.d);
    Vec2 b = difference(q.b, q.d);
    Vec2 c = difference(q.c, q.d);
    float ab = cross(a, b);
    float bc = cross(b, c);
    float ca = cross(c, a);
    return length2(a) * bc + length2(b) * ca + length2(c) * ab;
}

__device__ bool must_flip(const Quad& q) {
    return incircle(q) > 0.0f;
}

// ---------------------------------------------------------------------------
// Circumcentre for the refinement step, relative to a
// ---------------------------------------------------------------------------

__device__ Vec2 circumcentre(const Quad& q) {
    Vec2 b = difference(q.b, q.a);
    Vec2 c = difference(q.c, q.a);
    double bx = b.x, by = b.y;
    double cx = c.x, cy = c.y;
    // every product is an integer below 2^53
    double d = 2.0 * (bx * cy - by * cx);
    if (d == 0.0) return make_vec2(0.0f, 0.0f);
    double bb = bx * bx + by * by;
    double cc = cx * cx + cy * cy;
    double ux = (cy * bb - by * cc) / d;
    double uy = (bx * cc - cx * bb) / d;
    return make_vec2((float)ux, (float)uy);
}

// ---------------------------------------------------------------------------
// Longest squared edge, in integers
// ---------------------------------------------------------------------------

__device__ int squared(Point p, Point q) {
    int dx = p.x - q.x;
    int dy = p.y - q.y;
    return dx * dx + dy * dy;
}

__device__ int longest_edge(const Quad& q) {
    int m = squared(q.a, q.b);
    m = max(m, squared(q.b, q.c));
    m = max(m, squared(q.c, q.a));
    m = max(m, squared(q.c, q.d));
    m = max(m, squared(q.d, q.a));
    return m;
}

// ---------------------------------------------------------------------------
// Degenerate input
// ---------------------------------------------------------------------------

// Two corners in one place make no triangle.
__device__ bool same(Point p, Point q) {
    return p.x == q.x && p.y == q.y;
}

__device__ bool degenerate(const Quad& q) {
    if (same(q.a, q.b) || same(q.b, q.c) || same(q.c, q.a)) return true;
    if (same(q.d, q.a) || same(q.d, q.b) || same(q.d, q.c)) return true;
    return orientation(q.a, q.b, q.c) == 0;
}

// ---------------------------------------------------------------------------
// Kernel: one thread an element, early exits only after the last barrier
// ---------------------------------------------------------------------------

__global__ void mark_flips(const int* __restrict__ px, const int* __restrict__ py,
                           const int* __restrict__ qa, const int* __restrict__ qb,
                           const int* __restrict__ qc, const int* __restrict__ qd,
                           int* __restrict__ flip, int* __restrict__ edge2,
                           float* __restrict__ centre, int quads) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= quads) return;

    Quad q = load_quad(px, py, qa[i], qb[i], qc[i], qd[i]);

    edge2[i] = longest_edge(q);

    if (degenerate(q)) {
        flip[i] = 0;
        centre[2 * i + 0] = 0.0f;
        centre[2 * i + 1] = 0.0f;
        return;
    }

    // the determinant's sign is told for counterclockwise triangles
    make_counterclockwise(q);

    flip[i] = must_flip(q) ? 1 : 0;

    Vec2 c = circumcentre(q);
    centre[2 * i + 0] = c.x;
    centre[2 * i + 1] = c.y;
}
