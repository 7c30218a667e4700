// fpcheck: side_of_line<<<1, 64>>> side=empty:64 ux=5.9604644775390625e-8 want=[0,-1,-1,-1,-1,-1,-1,-1,1,0,-1,-1,-1,-1,-1,-1,1,1,0,-1,-1,-1,-1,-1,1,1,1,0,-1,-1,-1,-1,1,1,1,1,0,-1,-1,-1,1,1,1,1,1,0,-1,-1,1,1,1,1,1,1,0,-1,1,1,1,1,1,1,1,0] --ref 'side=want'
// expect: ok
// why: nearly collinear points, but the differences of floats of like size are exact in double, and both products are kept with their rounding errors by fma, so that the sign is exact
// figure: side[1] computed -1, exact -1: the differences have 29 bits, times -12: exact in double
#include <cuda_runtime.h>

struct Point {
    float x, y;
};

// the sign of a b - c d
__device__ int sign_of_determinant(double a, double b, double c, double d)
{
    double p = __dmul_rn(a, b), q = __dmul_rn(c, d);
    double pe = __fma_rn(a, b, -p), qe = __fma_rn(c, d, -q);
    if (p != q)
        return p - q + (pe - qe) > 0.0 ? 1 : p - q + (pe - qe) < 0.0 ? -1 : 0;
    return pe > qe ? 1 : pe < qe ? -1 : 0;
}

__device__ int orient(Point a, Point b, Point c)
{
    return sign_of_determinant((double)a.x - c.x, (double)b.y - c.y, (double)a.y - c.y, (double)b.x - c.x);
}

__global__ void side_of_line(int *side, float ux)
{
    int t = threadIdx.x;
    Point p = {0.5f + (float)(t & 7) * ux, 0.5f + (float)(t >> 3) * ux};
    Point q = {12.0f, 12.0f};
    Point r = {24.0f, 24.0f};
    side[t] = orient(p, q, r);
}
