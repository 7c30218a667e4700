// fpcheck: coverage <<<4, 64>>> tri=[[4096.125,4096.25,4103.5,4097.125,4098.375,4103.75],[4100.5,4100.5,4100.75,4107.5,4103.875,4102.375],[4097,4096.5,4102.0625,4101.5625,4103.125,4102.625],[4096.5,4103.5,4101.25,4098.75,4103.25,4096.6875]] covered=empty:4 side=empty:4 area=empty:4 box=empty:4x4 origin=4096
// expect: error branch at line 41
// why: the doubled area is a sum of products near 1.7e7, whose ulps are 2: thin triangles get the sign of the rounding, and pixels near an edge go to the wrong side
// figure: doubled areas computed 53.0312, -24.6875, -0.625, -0.34375; MPFR 53.3438, -23.1562, 0, -0.296875
// Coverage of an 8x8 tile by a triangle: one block a triangle, one thread a pixel.
#define TILE 8
#define SUB 256

typedef float Edge;
typedef float Coordinate;

struct Point {
    Coordinate x, y;
};

struct Triangle {
    Point a, b, c;
};

__device__ Coordinate snap(float v)
{
    return v;
}

__device__ Point vertex(const float *p)
{
    Point r = { snap(p[0]), snap(p[1]) };
    return r;
}

__device__ Triangle load(const float *tri, int i)
{
    const float *p = tri + 6 * i;
    Triangle t = { vertex(p), vertex(p + 2), vertex(p + 4) };
    return t;
}

// Twice the signed area of (a, b, c).
__device__ Edge edge(Point a, Point b, Point c)
{
    return a.x * b.y - a.y * b.x + b.x * c.y - b.y * c.x + c.x * a.y - c.y * a.x;
}

__device__ int sign_of(Edge e)
{
    return e > 0 ? 1 : e < 0 ? -1 : 0;
}

// Pixels on an edge belong to it when it is a top or a left one (y runs down, the triangle is positively oriented).
__device__ bool owns(Point a, Point b)
{
    return b.y == a.y ? b.x > a.x : b.y < a.y;
}

__device__ bool inside_edge(Point a, Point b, Point p)
{
    Edge e = edge(a, b, p);
    int s = sign_of(e);
    if (s != 0)
        return s > 0;
    return owns(a, b);
}

__device__ bool inside(Triangle t, Point p)
{
    if (!inside_edge(t.a, t.b, p))
        return false;
    if (!inside_edge(t.b, t.c, p))
        return false;
    return inside_edge(t.c, t.a, p);
}

__device__ Triangle oriented(Triangle t, int s)
{
    if (s >= 0)
        return t;
    Triangle r = { t.a, t.c, t.b };
    return r;
}

__device__ Point pixel_centre(int i, float origin)
{
    float x = origin + (float)(i % TILE) + 0.5f;
    float y = origin + (float)(i / TILE) + 0.5f;
    Point p = { snap(x), snap(y) };
    return p;
}

__device__ float area_of(Edge doubled)
{
    return 0.5f * fabsf(doubled);
}

__device__ int count_block(bool in, int *warps)
{
    int t = threadIdx.x;
    unsigned int votes = __ballot_sync(0xffffffffu, in);
    if ((t & 31) == 0)
        warps[t >> 5] = __popc(votes);
    __syncthreads();
    return warps[0] + warps[1];
}

// Bounding box test, so that far pixels skip the edges: inclusive on all sides.
__device__ bool in_box(Triangle t, Point p)
{
    Coordinate left = min(t.a.x, min(t.b.x, t.c.x));
    Coordinate right = max(t.a.x, max(t.b.x, t.c.x));
    Coordinate top = min(t.a.y, min(t.b.y, t.c.y));
    Coordinate bottom = max(t.a.y, max(t.b.y, t.c.y));
    return p.x >= left && p.x <= right && p.y >= top && p.y <= bottom;
}

struct Box {
    int left, top, right, bottom;
};

// The smallest box of covered pixels, by votes over rows and columns; empty: left > right.
__device__ Box covered_box(bool in, int *limits)
{
    int t = threadIdx.x;
    if (t < 2)
        limits[t] = TILE;
    else if (t < 4)
        limits[t] = -1;
    __syncthreads();
    if (in) {
        atomicMin(&limits[0], t % TILE);
        atomicMin(&limits[1], t / TILE);
        atomicMax(&limits[2], t % TILE);
        atomicMax(&limits[3], t / TILE);
    }
    __syncthreads();
    Box b = { limits[0], limits[1], limits[2], limits[3] };
    return b;
}

__global__ void coverage(const float *tri, int *covered, int *side, float *area, int *box, float origin)
{
    __shared__ int warps[2];
    __shared__ int limits[4];
    int which = blockIdx.x;
    Triangle t = load(tri, which);
    Edge doubled = edge(t.a, t.b, t.c);
    int s = sign_of(doubled);
    Triangle o = oriented(t, s);
    Point p = pixel_centre(threadIdx.x, origin);
    bool in = s != 0 && in_box(o, p) && inside(o, p);
    int count = count_block(in, warps);
    Box b = covered_box(in, limits);
    if (threadIdx.x == 0) {
        box[4 * which] = b.left;
        box[4 * which + 1] = b.top;
        box[4 * which + 2] = b.right;
        box[4 * which + 3] = b.bottom;
        covered[which] = count;
        side[which] = s;
        area[which] = area_of(doubled);
    }
}
