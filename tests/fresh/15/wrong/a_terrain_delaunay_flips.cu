// fpcheck: check_edges <<<1, 32>>> east=[455136.34375,455138.09375,455140.125,455122.40625,455151.0625,455149.34375] north=[5411228.5,5411209.5,5411208.5,5411226.0,5411214.5,5411217.0] quad=[0,2,5,1,5,3,2,0,3,2,0,1,1,5,0,2] flip=empty:4 height=inout:zeros:1 n=4 want=[1,1,1,0] ref=flip=want --tol rtol=0,atol=0.25
// expect: error predicate at line 98
// why: the in-circle test lifts UTM coordinates of millions of metres in single precision without subtracting a vertex first: the determinant is rounding alone and the decision to flip is random
// figure: computed flip[0] = 0 (determinant about -3.13885e+08), right 1 (determinant 4069.43)
// Which edges of a terrain mesh violate the Delaunay property: one thread a pair of triangles (a, b, c) and (b, a, d).

#define MAX_POINTS 64

struct Point {
    float x, y;
};

struct Quad {
    int a, b, c, d;
};

struct Mesh {
    Point p[MAX_POINTS];
    int points;
};

struct Lifted {
    float x, y, w;
};

// ------------------------------------------------------------ loading

__device__ void load_points(Mesh &mesh, const float *east, const float *north, int points)
{
    for (int i = threadIdx.x; i < points; i += blockDim.x) {
        Point p;
        p.x = east[i];
        p.y = north[i];
        mesh.p[i] = p;
    }
    if (threadIdx.x == 0)
        mesh.points = points;
    __syncthreads();
}

__device__ Quad load_quad(const int *quad, int i)
{
    Quad q;
    q.a = quad[4 * i + 0];
    q.b = quad[4 * i + 1];
    q.c = quad[4 * i + 2];
    q.d = quad[4 * i + 3];
    return q;
}

__device__ inline bool valid(const Mesh &mesh, const Quad &q)
{
    int top = max(max(q.a, q.b), max(q.c, q.d));
    int low = min(min(q.a, q.b), min(q.c, q.d));
    return low >= 0 && top < mesh.points;
}

// ------------------------------------------------------------ orientation

// Twice the area of the triangle, positive where it turns left; differences first, which are exact here.
__device__ float turn(const Point &a, const Point &b, const Point &c)
{
    float ux = b.x - a.x;
    float uy = b.y - a.y;
    float vx = c.x - a.x;
    float vy = c.y - a.y;
    return ux * vy - uy * vx;
}

// The triangle (a, b, c) turned left.
__device__ Quad turned_left(const Mesh &mesh, Quad q)
{
    if (turn(mesh.p[q.a], mesh.p[q.b], mesh.p[q.c]) < 0.0f) {
        int t = q.a;
        q.a = q.b;
        q.b = t;
    }
    return q;
}

// ------------------------------------------------------------ the circle

// A point on the paraboloid over the plane.
__device__ inline Lifted lift(const Point &p)
{
    Lifted l;
    l.x = p.x;
    l.y = p.y;
    l.w = p.x * p.x + p.y * p.y;
    return l;
}

__device__ inline Lifted minus(const Lifted &a, const Lifted &b)
{
    Lifted l;
    l.x = a.x - b.x;
    l.y = a.y - b.y;
    l.w = a.w - b.w;
    return l;
}

__device__ inline float minor(float a, float b, float c, float d)
{
    return a * d - b * c;
}

__device__ float determinant(const Lifted &u, const Lifted &v, const Lifted &w)
{
    return u.w * minor(v.x, v.y, w.x, w.y) - v.w * minor(u.x, u.y, w.x, w.y) + w.w * minor(u.x, u.y, v.x, v.y);
}

// Positive where d is in the circle through a, b and c (turned left).
__device__ float in_circle(const Point &a, const Point &b, const Point &c, const Point &d)
{
    Lifted l = lift(d);
    Lifted u = minus(lift(a), l);
    Lifted v = minus(lift(b), l);
    Lifted w = minus(lift(c), l);
    return determinant(u, v, w);
}

__device__ bool must_flip(const Mesh &mesh, const Quad &q)
{
    const Point &a = mesh.p[q.a];
    const Point &b = mesh.p[q.b];
    const Point &c = mesh.p[q.c];
    const Point &d = mesh.p[q.d];
    return in_circle(a, b, c, d) > 0.0f;
}

// ------------------------------------------------------------ quality

__device__ inline float length2(const Point &a, const Point &b)
{
    float dx = b.x - a.x;
    float dy = b.y - a.y;
    return dx * dx + dy * dy;
}

// Smallest height of the triangle over its longest edge.
__device__ float height_of(const Point &a, const Point &b, const Point &c)
{
    float longest = fmaxf(length2(a, b), fmaxf(length2(b, c), length2(c, a)));
    return fabsf(turn(a, b, c)) / sqrtf(longest);
}

__device__ float worst_height(const Mesh &mesh, const Quad &q)
{
    float first = height_of(mesh.p[q.a], mesh.p[q.b], mesh.p[q.c]);
    float second = height_of(mesh.p[q.b], mesh.p[q.a], mesh.p[q.d]);
    return fminf(first, second);
}

__device__ float warp_max(float x)
{
    for (int o = 16; o > 0; o >>= 1)
        x = fmaxf(x, __shfl_xor_sync(0xffffffffu, x, o));
    return x;
}

// A quad whose diagonals cross can be flipped at all: c and d lie on either side of ab, a and b on either side of cd.
__device__ bool convex(const Mesh &mesh, const Quad &q)
{
    float c = turn(mesh.p[q.a], mesh.p[q.b], mesh.p[q.c]);
    float d = turn(mesh.p[q.a], mesh.p[q.b], mesh.p[q.d]);
    float a = turn(mesh.p[q.c], mesh.p[q.d], mesh.p[q.a]);
    float b = turn(mesh.p[q.c], mesh.p[q.d], mesh.p[q.b]);
    return c * d < 0.0f && a * b < 0.0f;
}

// ------------------------------------------------------------ the kernel

// One thread a quad:
//   phase 1: the points of the mesh into shared memory
//   phase 2: orientation, and the test of the circle
//   phase 3: the best of the smallest heights
__global__ void check_edges(const float *east, const float *north, const int *quad, int *flip, float *height, int n)
{
    __shared__ Mesh mesh;
    int i = threadIdx.x;
    float mine = 0.0f;

    // phase 1
    load_points(mesh, east, north, 6);

    // phase 2
    if (i < n) {
        Quad q = load_quad(quad, i);
        bool flipped = false;
        if (valid(mesh, q)) {
            q = turned_left(mesh, q);
            flipped = convex(mesh, q) && must_flip(mesh, q);
            mine = worst_height(mesh, q);
        }
        flip[i] = flipped ? 1 : 0;
    }
    __syncwarp();

    // phase 3
    float best = warp_max(mine);
    if (i == 0)
        *height = best;
}
