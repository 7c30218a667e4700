// fpcheck: sides <<<3, 32>>> q=@a_sides_flipped_q.npy side=empty:96 n=96 --ref 'side=@a_sides_flipped_side_ref.npy'
// expect: error flip at line 15
// why: the orientation test in binary32: points a centimetre beside a line of hundreds of kilometres get the wrong side, since differences and products are rounded; known from point-in-polygon joins on GPUs
// figure: side[5] computed 1, exact -1; 66 of 96 beyond the tolerance, worst 2e+09 times
#include <cuda_runtime.h>

struct Point {
    float x, y;
};


// -1 right, 0 on, 1 left of the line from a to b: projected coordinates in metres
__device__ int side_of(Point a, Point b, Point p)
{
    float d = (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
    return d > 0.f ? 1 : d < 0.f ? -1 : 0;
}

__global__ void sides(const float* q, int* side, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const float* v = q + 6 * i;
    Point a = {v[0], v[1]}, b = {v[2], v[3]}, p = {v[4], v[5]};
    side[i] = side_of(a, b, p);
}
