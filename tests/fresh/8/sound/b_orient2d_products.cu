// fpcheck: left_turns<<<1, 32>>> ax=[0.5, 0.5, 0.50000006, 1.0] ay=[0.5, 0.50000006, 0.5, 2.0] bx=[12.0, 12.0, 12.0, 3.0] by=[12.0, 12.0, 12.0, 4.0] cx=[24.0, 24.0, 24.0, 2.0] cy=[24.0, 24.0, 24.0, 7.0] turn=empty:4 n=4
// expect: ok
// why: nearly collinear points, but their differences as doubles are exact and so is each product of two of them here (29 bits times 4 bits), so the comparison of the products decides rightly
// figure: computed turn = 0, 1, -1, exact the same: the products are exact
#include <cuda_runtime.h>

// 1, 0 or -1: c lies to the left of, on, to the right of the line from a to b.
__device__ int orientation(double ax, double ay, double bx, double by, double cx, double cy)
{
    double left = __dmul_rn(ax - cx, by - cy);
    double right = __dmul_rn(ay - cy, bx - cx);
    return (left > right) - (left < right);
}

__global__ void left_turns(const float *ax, const float *ay, const float *bx, const float *by, const float *cx, const float *cy, int *turn, int n)
{
    int i = threadIdx.x;
    if (i < n)
        turn[i] = orientation(ax[i], ay[i], bx[i], by[i], cx[i], cy[i]);
}
