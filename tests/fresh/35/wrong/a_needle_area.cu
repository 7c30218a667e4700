// fpcheck: tri_area <<<1, 16>>> edges=@a_needle_area_edges.npy area=empty:16 --ref 'area=@a_needle_area_area_ref.npy' --tol rtol=1e-3
// expect: error cancellation at line 11
// why: Heron's formula with s - a of needle triangles: s is rounded by as much as s - a is (Kahan, "Miscalculating area and angles of a needle-like triangle"); several areas come out 0 or off by tens of per cent
// figure: area[5] computed 0, MPFR 0.001052152172 (off by 1e+03 of the tolerance)
#include <cuda_runtime.h>
__global__ void tri_area(const float* edges, float* area)
{
    int i = threadIdx.x;
    float a = edges[3 * i], b = edges[3 * i + 1], c = edges[3 * i + 2];
    float s = 0.5f * (a + b + c);
    float p = s * (s - a) * (s - b) * (s - c);
    area[i] = sqrtf(fmaxf(p, 0.0f));
}
