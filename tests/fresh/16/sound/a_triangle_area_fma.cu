// fpcheck: area <<<1, 32>>> x=[500000.25, 501234.59375, 502468.96875, 0.0, 1.0, 3.0] y=[4649776.5, 4651009.5, 4652242.5, 0.0, 2.0, 6.5] twice=empty:2 n=2
// expect: ok
// why: nearly collinear corners: differences are exact here, and Kahan's fma takes the rounding error of the first product back out
// figure: computed twice[0] = -38.53125, MPFR -38.53125; relative error 0.0e+00
// Twice the signed area of triangles, three corners each.
__device__ float difference_of_products(float a, float b, float c, float d)
{
    float cd = __fmul_rn(c, d);
    float err = fmaf(-c, d, cd);
    float dop = fmaf(a, b, -cd);
    return __fadd_rn(dop, err);
}

__global__ void area(const float *x, const float *y, float *twice, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    const float *p = x + 3 * i, *q = y + 3 * i;
    twice[i] = difference_of_products(p[1] - p[0], q[2] - q[0], p[2] - p[0], q[1] - q[0]);
}
