// fpcheck: landing <<<1, 32>>> height=[1.5, 0.001, 100, 2, 0.25] up=[1000, 3000, -40, 0, -900] t=empty:5 n=5
// expect: ok
// why: the quadratic has roots of very different size; the one that would cancel is taken from the product of the roots instead
// figure: computed t[4] = 0.00027777738, MPFR 0.0002777773574: relative error 7e-08, tolerance 2e-6
#include <cuda_runtime.h>

// When does a body thrown from a height with a speed upwards come down? h + v t - g/2 t^2 = 0, t > 0
__global__ void landing(const float *height, const float *up, float *t, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    float h = height[i], v = up[i], g = 9.80665f;
    float root = sqrtf(v * v + 2.0f * g * h);
    if (v >= 0.0f)
        t[i] = (v + root) / g;
    else
        t[i] = 2.0f * h / (root - v);
}
