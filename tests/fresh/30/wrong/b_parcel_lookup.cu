// fpcheck: parcel_lookup <<<1, 32>>> corners=[-8238310.0,4970072.0,-8238201.0,4970055.0,-8238127.0,4970136.0,-8238190.0,4970223.0,-8238302.0,4970188.0] points=[-8238304.0,4970160.0,-8238178.0,4970080.0,-8238310.0,4970074.0,-8238148.0,4970113.0,-8238178.0,4970100.0,-8238256.0,4970165.0,-8238155.0,4970069.0,-8238239.0,4970100.0] inside=empty:8 nearest_edge=empty:8 n=8 corners_n=5 want=[0,0,0,0,1,1,0,1] ref=inside=want
// expect: error orientation decided wrong at line 63
// why: with Web Mercator metres of 8e6 the three products of the expanded determinant are near 1e9, whose ulp is 64; areas of some square metres change their sign (differences first would be exact here)
// figure: inside[0]: computed 1, MPFR 0 (twice the area of the edge in question: -8.0)
// Which points lie inside a convex parcel? Corners counter-clockwise, coordinates in Web Mercator metres.
#include <cuda_runtime.h>

#define MAX_CORNERS 16

struct Point {
    float x, y;
};

struct Box {
    float x0, y0, x1, y1;
};

struct Parcel {
    Point corner[MAX_CORNERS];
    int n;
    Box box;
};

// ------------------------------------------------------------ reading

__device__ inline Point point_at(const float *xy, int i)
{
    Point p;
    p.x = xy[2 * i];
    p.y = xy[2 * i + 1];
    return p;
}

// ------------------------------------------------------------ boxes

__device__ inline Box empty_box()
{
    Box b;
    b.x0 = b.y0 = __int_as_float(0x7f800000);
    b.x1 = b.y1 = __int_as_float(0xff800000);
    return b;
}

__device__ inline Box grown(Box b, Point p)
{
    b.x0 = fminf(b.x0, p.x);
    b.y0 = fminf(b.y0, p.y);
    b.x1 = fmaxf(b.x1, p.x);
    b.y1 = fmaxf(b.y1, p.y);
    return b;
}

__device__ inline bool holds(Box b, Point p)
{
    return p.x >= b.x0 && p.x <= b.x1 && p.y >= b.y0 && p.y <= b.y1;
}

// ------------------------------------------------------------ predicates

// Twice the signed area of the triangle: positive where c lies left of the way from a to b.
__device__ float twice_area(Point a, Point b, Point c)
{
    return a.x * (b.y - c.y) + b.x * (c.y - a.y) + c.x * (a.y - b.y);
}

enum Side { RIGHT = -1, ON = 0, LEFT = 1 };

__device__ inline Side side(Point a, Point b, Point c)
{
    float area = twice_area(a, b, c);
    if (area > 0.0f)
        return LEFT;
    if (area < 0.0f)
        return RIGHT;
    return ON;
}

// ------------------------------------------------------------ the parcel

__device__ inline int next_corner(const Parcel &p, int k)
{
    return k + 1 < p.n ? k + 1 : 0;
}

// Left of, or on, all edges.
__device__ bool contains(const Parcel &parcel, Point p)
{
    if (!holds(parcel.box, p))
        return false;
    for (int k = 0; k < parcel.n; k++) {
        Point a = parcel.corner[k];
        Point b = parcel.corner[next_corner(parcel, k)];
        if (side(a, b, p) == RIGHT)
            return false;
    }
    return true;
}

__device__ float squared_distance_to_edge(Point a, Point b, Point p)
{
    float ex = b.x - a.x, ey = b.y - a.y;
    float px = p.x - a.x, py = p.y - a.y;
    float along = (px * ex + py * ey) / (ex * ex + ey * ey);
    along = fminf(fmaxf(along, 0.0f), 1.0f);
    float dx = px - along * ex, dy = py - along * ey;
    return dx * dx + dy * dy;
}

// The edge that a surveyor would look at first.
__device__ int nearest(const Parcel &parcel, Point p)
{
    int at = 0;
    float best = __int_as_float(0x7f800000);
    for (int k = 0; k < parcel.n; k++) {
        float d = squared_distance_to_edge(parcel.corner[k], parcel.corner[next_corner(parcel, k)], p);
        if (d < best) {
            best = d;
            at = k;
        }
    }
    return at;
}

__device__ void load_parcel(Parcel &parcel, const float *corners, int n)
{
    if (threadIdx.x < n && threadIdx.x < MAX_CORNERS)
        parcel.corner[threadIdx.x] = point_at(corners, threadIdx.x);
    __syncthreads();
    if (threadIdx.x == 0) {
        parcel.n = n;
        Box b = empty_box();
        for (int k = 0; k < n; k++)
            b = grown(b, parcel.corner[k]);
        parcel.box = b;
    }
    __syncthreads();
}

// ------------------------------------------------------------ the kernel: a thread a point

__global__ void parcel_lookup(const float *corners, const float *points, int *inside, int *nearest_edge, int n,
                              int corners_n)
{
    __shared__ Parcel parcel;
    load_parcel(parcel, corners, corners_n);
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Point p = point_at(points, i);
    inside[i] = contains(parcel, p) ? 1 : 0;
    nearest_edge[i] = nearest(parcel, p);
}
