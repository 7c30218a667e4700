// fpcheck: survey <<<1, 32>>> x=[50002.0,50001.75,50001.0,49999.5,49998.75,49998.5,49998.5,49999.75,50001.0,50001.5] y=[75000.0,75002.0,75003.0,75003.0,75002.0,75000.0,74998.0,74997.0,74997.0,74998.0] area=empty:1 centre=empty:2 inertia=empty:3 perimeter=empty:1 box=empty:4 n=10 want=[17.375] ref=area=want --tol rtol=1e-5,atol=0
// expect: ok
// why: the shoelace formula on coordinates of 50000 would cancel; the differences from the first vertex are taken first and are exact here
// figure: computed area 17.375, MPFR 17.375; exact: all differences are multiples of 1/4
#include <cuda_runtime.h>
#include <math_constants.h>

// Survey of a parcel, a polygon in map coordinates: signed area, centroid, second moments about the first vertex,
// perimeter and bounding box. One warp, a lane a vertex; at most 32 vertices.

#define FULL 0xffffffffu

struct Vector {
    float x, y;
};

struct Moments {
    float twice;      // twice the area
    float mx, my;     // first moments, times six
    float xx, xy, yy; // second moments, times 12 or 24
};

struct Box {
    float left, right, bottom, top;
};

// ---------------------------------------------------------------- vectors

__device__ inline Vector minus(Vector a, Vector b)
{
    Vector r;
    r.x = a.x - b.x;
    r.y = a.y - b.y;
    return r;
}

__device__ inline float cross(Vector a, Vector b)
{
    return a.x * b.y - a.y * b.x;
}

__device__ inline float length_of(Vector a)
{
    return sqrtf(fmaf(a.x, a.x, a.y * a.y));
}

__device__ inline Vector vertex(const float *x, const float *y, int i)
{
    Vector r;
    r.x = x[i];
    r.y = y[i];
    return r;
}

// ---------------------------------------------------------------- one triangle of the fan

__device__ inline Moments no_triangle()
{
    Moments m = {0.0f, 0.0f, 0.0f, 0.0f, 0.0f, 0.0f};
    return m;
}

// The triangle from the origin (the first vertex) over a and b.
__device__ inline Moments triangle(Vector a, Vector b)
{
    Moments m;
    m.twice = cross(a, b);
    m.mx = m.twice * (a.x + b.x);
    m.my = m.twice * (a.y + b.y);
    m.xx = m.twice * (a.x * a.x + a.x * b.x + b.x * b.x);
    m.yy = m.twice * (a.y * a.y + a.y * b.y + b.y * b.y);
    m.xy = m.twice * (a.x * b.y + 2.0f * a.x * a.y + 2.0f * b.x * b.y + b.x * a.y);
    return m;
}

// ---------------------------------------------------------------- over the warp

__device__ inline float warp_sum(float x)
{
#pragma unroll
    for (int o = 16; o > 0; o >>= 1)
        x += __shfl_xor_sync(FULL, x, o);
    return x;
}

__device__ inline float warp_max(float x)
{
#pragma unroll
    for (int o = 16; o > 0; o >>= 1)
        x = fmaxf(x, __shfl_xor_sync(FULL, x, o));
    return x;
}

__device__ inline Moments warp_total(Moments m)
{
    m.twice = warp_sum(m.twice);
    m.mx = warp_sum(m.mx);
    m.my = warp_sum(m.my);
    m.xx = warp_sum(m.xx);
    m.xy = warp_sum(m.xy);
    m.yy = warp_sum(m.yy);
    return m;
}

// Lanes beyond the last vertex do not widen the box.
__device__ inline Box warp_box(Vector v, bool in)
{
    Box b;
    b.left = -warp_max(in ? -v.x : -CUDART_INF_F);
    b.right = warp_max(in ? v.x : -CUDART_INF_F);
    b.bottom = -warp_max(in ? -v.y : -CUDART_INF_F);
    b.top = warp_max(in ? v.y : -CUDART_INF_F);
    return b;
}

// ---------------------------------------------------------------- the kernel
//
//   1. the edge from a lane's vertex to the next, the last one back to the first
//   2. the lane's triangle of the fan
//   3. sums and results

__global__ void survey(const float *x, const float *y, float *area, float *centre, float *inertia, float *perimeter,
                       float *box, int n)
{
    int i = threadIdx.x;
    bool in = i < n;

    // 1
    Vector origin = vertex(x, y, 0);
    Vector here = vertex(x, y, in ? i : 0);
    Vector next = vertex(x, y, in && i + 1 < n ? i + 1 : 0);
    float around = warp_sum(in ? length_of(minus(next, here)) : 0.0f);

    // 2
    bool fan = i >= 1 && i + 1 < n;
    Moments m = fan ? triangle(minus(here, origin), minus(next, origin)) : no_triangle();

    // 3
    m = warp_total(m);
    Box b = warp_box(here, in);
    if (i == 0) {
        *area = 0.5f * m.twice;
        centre[0] = origin.x + m.mx / (3.0f * m.twice);
        centre[1] = origin.y + m.my / (3.0f * m.twice);
        inertia[0] = m.xx / 12.0f;
        inertia[1] = m.xy / 24.0f;
        inertia[2] = m.yy / 12.0f;
        *perimeter = around;
        box[0] = b.left;
        box[1] = b.right;
        box[2] = b.bottom;
        box[3] = b.top;
    }
}
