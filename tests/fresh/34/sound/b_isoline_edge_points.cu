// fpcheck: edge_points <<<9, 32>>> f=@b_isoline_edge_points_f.npy x=empty:9x8 w=9 iso=0.2 --ref x=@b_isoline_edge_points_ref_x.npy --tol rtol=1e-5,atol=1e-6
// expect: ok
// why: flat edges divide by zero, but an edge whose ends are equal does not cross the level, so that the quotient is thrown away by a test of the inputs, not of the NaN
// figure: x[8] computed 0.398928225, exact 0.398928181 (error 4.4e-08, 0.0087 of the tolerance; worst of 72)
#include <cuda_runtime.h>
// Marching squares: where the level crosses the horizontal edges of a grid; -1 where it does not.
__device__ float crossing(float a, float b, float iso)
{
    const float t = (iso - a) / (b - a);   // 0 / 0 and x / 0 on flat edges
    const bool crosses = (a < iso) != (b < iso);
    return crosses ? __saturatef(t) : -1.0f;   // flat edges never cross: their quotient is not used
}
__global__ void edge_points(const float* __restrict__ f, float* x, int w, float iso)
{
    const int j = blockIdx.x, i = threadIdx.x;
    if (i >= w - 1) return;
    const float t = crossing(f[j * w + i], f[j * w + i + 1], iso);
    x[j * (w - 1) + i] = t < 0.0f ? -1.0f : (float)i + t;
}
