// fpcheck: areas <<<1, 32>>> a=[9, 100000, 3, 1, 7.5] b=[4.53125, 99999.9765625, 4, 1, 7.5] c=[4.53125, 1.5, 5, 1.9999998807907104, 0.0009765625] area=empty:5 n=5
// expect: ok
// why: Heron's formula with needle-like triangles, in Kahan's form: sides sorted, parentheses as they stand, which is accurate for any triangle of given sides
// figure: computed area[0] = 2.390625, MPFR 2.390625; worst relative error 1e-07, tolerance 2e-6
#include <cuda_runtime.h>

__device__ void order(float &large, float &small)
{
    float h = fmaxf(large, small);
    small = fminf(large, small);
    large = h;
}

// Area of plots of land by their measured sides.
__global__ void areas(const float *a, const float *b, const float *c, float *area, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    float x = a[i], y = b[i], z = c[i];
    order(x, y);
    order(y, z);
    order(x, y);
    float p = x + (y + z);
    float q = z - (x - y);
    float r = z + (x - y);
    float s = x + (y - z);
    area[i] = 0.25f * sqrtf(p * q * r * s);
}
