// fpcheck: rasterise <<<(2, 2), (8, 8)>>> vertices=[0,0,4096,0,0,4096] coverage=empty:16x16 width=16 height=16 step=256 want=[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,0,1,1,1,1,1,1,1,1,1,1,1,1,1,1,0,0,1,1,1,1,1,1,1,1,1,1,1,1,1,0,0,0,1,1,1,1,1,1,1,1,1,1,1,1,0,0,0,0,1,1,1,1,1,1,1,1,1,1,1,0,0,0,0,0,1,1,1,1,1,1,1,1,1,1,0,0,0,0,0,0,1,1,1,1,1,1,1,1,1,0,0,0,0,0,0,0,1,1,1,1,1,1,1,1,0,0,0,0,0,0,0,0,1,1,1,1,1,1,1,0,0,0,0,0,0,0,0,0,1,1,1,1,1,1,0,0,0,0,0,0,0,0,0,0,1,1,1,1,1,0,0,0,0,0,0,0,0,0,0,0,1,1,1,1,0,0,0,0,0,0,0,0,0,0,0,0,1,1,1,0,0,0,0,0,0,0,0,0,0,0,0,0,1,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0] ref=coverage=want
// expect: ok
// why: 24.8 fixed-point edge functions of coordinates up to 2^20 have products of 2^40, kept in 64 bits before anything is subtracted; ties go by the top-left rule, all in integers
// figure: computed all 256 as the exact edge functions say, tolerance 0
#include <cuda_runtime.h>

struct Point {
    int x, y;
};

__device__ Point to_fixed(float x, float y)
{
    return Point{__float2int_rn(x * 256.0f), __float2int_rn(y * 256.0f)};
}

// Twice the signed area of a, b, p.
__device__ long long edge(Point a, Point b, Point p)
{
    return (long long)(b.x - a.x) * (p.y - a.y) - (long long)(b.y - a.y) * (p.x - a.x);
}

__device__ bool top_left(Point a, Point b)
{
    return (a.y == b.y && b.x > a.x) || b.y < a.y;
}

__device__ bool inside(Point a, Point b, Point p)
{
    long long e = edge(a, b, p);
    return e > 0 || (e == 0 && top_left(a, b));
}

// Coverage of samples that are `step` pixels apart, at their centres, by one triangle (clockwise on the screen).
__global__ void rasterise(const float *vertices, int *coverage, int width, int height, int step)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int j = blockIdx.y * blockDim.y + threadIdx.y;
    if (i >= width || j >= height)
        return;
    Point a = to_fixed(vertices[0], vertices[1]);
    Point b = to_fixed(vertices[2], vertices[3]);
    Point c = to_fixed(vertices[4], vertices[5]);
    Point p = to_fixed(i * step + 0.5f, j * step + 0.5f);
    coverage[j * width + i] = inside(a, b, p) && inside(b, c, p) && inside(c, a, p);
}
