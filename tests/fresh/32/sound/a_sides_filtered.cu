// fpcheck: sides <<<3, 32>>> q=@a_sides_filtered_q.npy side=empty:96 n=96 --ref 'side=@a_sides_filtered_side_ref.npy'
// expect: ok
// why: a float determinant decides only where it is larger than its error bound; near ties are decided in double, whose error is nine decimal digits smaller than what the nearest of these points has
// figure: side[0] computed 1, exact 1; 0 of 96 beyond the tolerance, worst 0 times
#include <cuda_runtime.h>

struct Point {
    float x, y;
};

__device__ int sign_of(double d)
{
    return d > 0.0 ? 1 : d < 0.0 ? -1 : 0;
}

__device__ int exact_side(Point a, Point b, Point p)
{
    double u = ((double)b.x - a.x) * ((double)p.y - a.y);
    double v = ((double)b.y - a.y) * ((double)p.x - a.x);
    return sign_of(u - v);
}

// -1 right, 0 on, 1 left of the line from a to b: projected coordinates in metres
__device__ int side_of(Point a, Point b, Point p)
{
    float u = (b.x - a.x) * (p.y - a.y);
    float v = (b.y - a.y) * (p.x - a.x);
    float d = u - v;
    float bound = 4e-7f * (fabsf(u) + fabsf(v));
    if (fabsf(d) > bound)
        return d > 0.f ? 1 : -1;
    return exact_side(a, b, p);
}

__global__ void sides(const float* q, int* side, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const float* v = q + 6 * i;
    Point a = {v[0], v[1]}, b = {v[2], v[3]}, p = {v[4], v[5]};
    side[i] = side_of(a, b, p);
}
