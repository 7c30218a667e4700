// fpcheck: tri_area <<<1, 16>>> edges=@a_needle_kahan_edges.npy area=empty:16
// expect: ok
// why: Kahan's arrangement of Heron's formula with sorted edges: every difference in it is of nearly equal inputs and exact, or harmless, as the parentheses demand; the needles cancel much and lose nothing
// figure: area[12] computed 0.0169849247, MPFR 0.01698492616 (error 0.044 of the tolerance)
#include <cuda_runtime.h>
__device__ void order(float& hi, float& lo)
{
    float h = fmaxf(hi, lo), l = fminf(hi, lo);
    hi = h;
    lo = l;
}

__global__ void tri_area(const float* edges, float* area)
{
    int i = threadIdx.x;
    float a = edges[3 * i], b = edges[3 * i + 1], c = edges[3 * i + 2];
    order(a, b);
    order(b, c);
    order(a, b);
    float p = (a + (b + c)) * (c - (a - b)) * (c + (a - b)) * (a + (b - c));
    area[i] = 0.25f * sqrtf(p);
}
