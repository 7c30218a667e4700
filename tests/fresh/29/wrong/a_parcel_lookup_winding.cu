// fpcheck: locate <<<1, 64>>> vertices=@a_parcel_vertices.npy first=[0,4,9,12] queries=@a_parcel_queries.npy parcel=empty:10 inside=empty:10 n_parcels=3 n_queries=10 want=[0,0,1,1,1,0,-1,2,-1,-1] ref=parcel=want --tol bitwise
// expect: error flip at line 70
// why: the 3x3 determinant of raw map coordinates (products of 2e12) is noise beside areas of a few square metres, so sides flip
// figure: computed parcel[0] = -1, exact 0 (7 of 10 differ)
#include <cuda_runtime.h>

// Which parcel of a cadastral map holds a point: boxes first, then the winding number.
// Coordinates are UTM eastings and northings in metres.

#define MAX_PARCELS 16

struct Point {
    float e, n;
};

struct Box {
    float e0, n0, e1, n1;
};

// ------------------------------------------------------------------ loading

__device__ __forceinline__ Point load(const float *xy, int i)
{
    return {xy[2 * i], xy[2 * i + 1]};
}

// ------------------------------------------------------------------ boxes

__device__ Box empty_box()
{
    return {3.0e38f, 3.0e38f, -3.0e38f, -3.0e38f};
}

__device__ Box grown(Box b, Point p)
{
    b.e0 = fminf(b.e0, p.e);
    b.n0 = fminf(b.n0, p.n);
    b.e1 = fmaxf(b.e1, p.e);
    b.n1 = fmaxf(b.n1, p.n);
    return b;
}

__device__ bool holds(Box b, Point p)
{
    return p.e >= b.e0 && p.e <= b.e1 && p.n >= b.n0 && p.n <= b.n1;
}

__device__ Box box_of(const float *vertices, int begin, int end)
{
    Box b = empty_box();
    for (int i = begin; i < end; i++)
        b = grown(b, load(vertices, i));
    return b;
}

// ------------------------------------------------------------------ the side of a line

// Twice the signed area of a, b, c:
//
//     | ae an 1 |
//     | be bn 1 |
//     | ce cn 1 |
//
// positive when they turn left.
__device__ float doubled_area(Point a, Point b, Point c)
{
    float ab = a.e * b.n - a.n * b.e;
    float bc = b.e * c.n - b.n * c.e;
    float ca = c.e * a.n - c.n * a.e;
    return ab + bc + ca;
}

__device__ int side(Point a, Point b, Point c)
{
    float d = doubled_area(a, b, c);
    return (d > 0.0f) - (d < 0.0f);
}

// ------------------------------------------------------------------ winding number

__device__ int crossing(Point a, Point b, Point q)
{
    if (a.n <= q.n) {
        if (b.n > q.n && side(a, b, q) > 0)
            return 1;
    } else {
        if (b.n <= q.n && side(a, b, q) < 0)
            return -1;
    }
    return 0;
}

__device__ int winding(const float *vertices, int begin, int end, Point q)
{
    int turns = 0;
    Point a = load(vertices, end - 1);
    for (int i = begin; i < end; i++) {
        Point b = load(vertices, i);
        turns += crossing(a, b, q);
        a = b;
    }
    return turns;
}

// ------------------------------------------------------------------ the kernel
//
// The boxes are made once a block; a thread takes a query.

__global__ void locate(const float *vertices, const int *first, const float *queries, int *parcel, int *inside,
                       int n_parcels, int n_queries)
{
    __shared__ Box boxes[MAX_PARCELS];
    int t = threadIdx.x;
    if (t < n_parcels)
        boxes[t] = box_of(vertices, first[t], first[t + 1]);
    __syncthreads();

    int q = blockIdx.x * blockDim.x + t;
    if (q >= n_queries)
        return;
    Point p = load(queries, q);

    int found = -1;
    int hits = 0;
    for (int k = 0; k < n_parcels; k++) {
        if (!holds(boxes[k], p))
            continue;
        if (winding(vertices, first[k], first[k + 1], p) != 0) {
            if (found < 0)
                found = k;
            hits++;
        }
    }
    parcel[q] = found;
    inside[q] = hits;
}

// ------------------------------------------------------------------ areas, for the register

__global__ void areas(const float *vertices, const int *first, float *area, int n_parcels)
{
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k >= n_parcels)
        return;
    Point o = load(vertices, first[k]);
    float twice = 0.0f;
    for (int i = first[k] + 1; i + 1 < first[k + 1]; i++) {
        Point a = load(vertices, i);
        Point b = load(vertices, i + 1);
        twice += (a.e - o.e) * (b.n - o.n) - (a.n - o.n) * (b.e - o.e);
    }
    area[k] = 0.5f * fabsf(twice);
}
