// fpcheck: flips <<<1, 64>>> x=@a_delaunay_flips_x.npy y=@a_delaunay_flips_y.npy quad=@a_delaunay_flips_quad.npy flip=empty:24 gain=empty:24 angle=empty:24 flipped=empty:1 quads=24 --ref flip=@a_delaunay_flips_want.npy --tol bitwise
// expect: error flipped decision at line 123
// why: the in-circle determinant is built from map coordinates of 5e5 and 4e6 m with their squares: 1e13 cancel to some metres and the sign is noise
// figure: determinant of quad 0 computed -1.201e+18, exact 1.41619e+07: flip computed 0, exact 1
// One round of Lawson's edge flips for a terrain mesh: each thread looks at the two triangles (a, b, c) and (b, a, d) that share
// the edge a-b, and marks the edge if d lies in the circle through a, b and c. The quality that would be gained is written too.

struct Point {
    float x, y;
};

struct Quad {
    Point a, b, c, d;
};

__device__ Point operator-(Point p, Point q)
{
    return {p.x - q.x, p.y - q.y};
}

__device__ float dot(Point p, Point q)
{
    return p.x * q.x + p.y * q.y;
}

__device__ float cross(Point p, Point q)
{
    return p.x * q.y - p.y * q.x;
}

__device__ float length(Point p)
{
    return sqrtf(dot(p, p));
}

__device__ Quad load_quad(const float *x, const float *y, const int *quad, int i)
{
    Quad q;
    q.a = {x[quad[4 * i]], y[quad[4 * i]]};
    q.b = {x[quad[4 * i + 1]], y[quad[4 * i + 1]]};
    q.c = {x[quad[4 * i + 2]], y[quad[4 * i + 2]]};
    q.d = {x[quad[4 * i + 3]], y[quad[4 * i + 3]]};
    return q;
}

__device__ float det3(float a0, float a1, float a2,
                      float b0, float b1, float b2,
                      float c0, float c1, float c2)
{
    return a0 * (b1 * c2 - b2 * c1)
         - a1 * (b0 * c2 - b2 * c0)
         + a2 * (b0 * c1 - b1 * c0);
}

// Height of a point on the paraboloid over the plane.
__device__ float lift(Point p)
{
    return p.x * p.x + p.y * p.y;
}

// Positive if d lies inside the circle through a, b, c (counterclockwise).
// Expanded along the column of ones of the 4x4 determinant.
__device__ float in_circle(Point a, Point b, Point c, Point d)
{
    float la = lift(a);
    float lb = lift(b);
    float lc = lift(c);
    float ld = lift(d);
    float bcd = det3(b.x, b.y, lb, c.x, c.y, lc, d.x, d.y, ld);
    float acd = det3(a.x, a.y, la, c.x, c.y, lc, d.x, d.y, ld);
    float abd = det3(a.x, a.y, la, b.x, b.y, lb, d.x, d.y, ld);
    float abc = det3(a.x, a.y, la, b.x, b.y, lb, c.x, c.y, lc);
    return abc - abd + acd - bcd;
}

// Four times the area over the sum of squared sides, scaled to 1 for an equilateral triangle.
__device__ float shape(Point a, Point b, Point c)
{
    Point ab = b - a;
    Point ac = c - a;
    Point bc = c - b;
    float area2 = fabsf(cross(ab, ac));
    float sides = dot(ab, ab) + dot(ac, ac) + dot(bc, bc);
    return 3.4641016f * area2 / sides;
}

// Cosine of the angle at a; the largest cosine of a triangle belongs to its smallest angle.
__device__ float cosine_at(Point a, Point b, Point c)
{
    Point ab = b - a;
    Point ac = c - a;
    return dot(ab, ac) / (length(ab) * length(ac));
}

__device__ float sharpest(Point a, Point b, Point c)
{
    return fmaxf(cosine_at(a, b, c), fmaxf(cosine_at(b, c, a), cosine_at(c, a, b)));
}

__device__ float worst_before(const Quad &q)
{
    return fminf(shape(q.a, q.b, q.c), shape(q.b, q.a, q.d));
}

__device__ float worst_after(const Quad &q)
{
    return fminf(shape(q.c, q.d, q.b), shape(q.d, q.c, q.a));
}

// A flip needs a strictly convex quadrilateral: c-d must cross a-b.
__device__ bool convex(const Quad &q)
{
    Point cd = q.d - q.c;
    float sa = cross(cd, q.a - q.c);
    float sb = cross(cd, q.b - q.c);
    return (sa > 0.0f && sb < 0.0f) || (sa < 0.0f && sb > 0.0f);
}

__device__ bool wants_flip(const Quad &q)
{
    if (!convex(q))
        return false;
    return in_circle(q.a, q.b, q.c, q.d) > 0.0f;
}

__device__ int block_count(bool mine)
{
    __shared__ int total;
    if (threadIdx.x == 0)
        total = 0;
    __syncthreads();
    unsigned votes = __ballot_sync(0xffffffffu, mine);
    if ((threadIdx.x & 31) == 0)
        atomicAdd(&total, __popc(votes));
    __syncthreads();
    return total;
}

__global__ void flips(const float *x, const float *y, const int *quad, int *flip, float *gain, float *angle, int *flipped, int quads)
{
    int i = threadIdx.x;
    bool mine = false;
    if (i < quads) {
        Quad q = load_quad(x, y, quad, i);
        mine = wants_flip(q);
        flip[i] = mine;
        gain[i] = worst_after(q) - worst_before(q);
        angle[i] = fmaxf(sharpest(q.a, q.b, q.c), sharpest(q.b, q.a, q.d));
    }
    int total = block_count(mine);
    if (threadIdx.x == 0)
        *flipped = total;
}
