// fpcheck: side_of_line<<<1, 64>>> side=empty:64 ux=5.9604644775390625e-8 want=[0,-1,-1,-1,-1,-1,-1,-1,1,0,-1,-1,-1,-1,-1,-1,1,1,0,-1,-1,-1,-1,-1,1,1,1,0,-1,-1,-1,-1,1,1,1,1,0,-1,-1,-1,1,1,1,1,1,0,-1,-1,1,1,1,1,1,1,0,-1,1,1,1,1,1,1,1,0] --ref 'side=want'
// expect: error flip at line 13
// why: the determinant of nearly collinear points is smaller than the rounding of its products: left, right and on the line are confused
// figure: side[1] computed 0, exact -1; 56 of 64 wrong
#include <cuda_runtime.h>

struct Point {
    float x, y;
};

__device__ __forceinline__ float orient(Point a, Point b, Point c)
{
    return (a.x - c.x) * (b.y - c.y) - (a.y - c.y) * (b.x - c.x);
}

// A grid of 8 x 8 neighbouring points against the line through (12, 12) and (24, 24).
__global__ void side_of_line(int *side, float ux)
{
    int t = threadIdx.x;
    Point p = {0.5f + (float)(t & 7) * ux, 0.5f + (float)(t >> 3) * ux};
    Point q = {12.0f, 12.0f};
    Point r = {24.0f, 24.0f};
    float d = orient(p, q, r);
    side[t] = d > 0.0f ? 1 : d < 0.0f ? -1 : 0;
}
