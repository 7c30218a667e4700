// fpcheck: rotate_rows <<<1, 32>>> a=[3e20, 3.0, 5e19, 1e25] b=[4e20, 4.0, 1.2e20, 1e25] x=[1.0, 1.0, 2.0, 2.0] y=[1.0, 1.0, 1.0, 0.5] out=empty:4 n=4
// expect: ok
// why: squares of 1e25 would overflow; the larger one is divided out first
// figure: computed out[0] = 1.4000001, MPFR 1.4; relative error 6.8e-08
// One Givens rotation a row, scaled by the larger component.
__global__ void rotate_rows(const float *a, const float *b, const float *x, const float *y, float *out, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    float c = 1.0f, s = 0.0f;
    float big = fmaxf(fabsf(a[i]), fabsf(b[i]));
    if (big > 0.0f) {
        float p = a[i] / big, q = b[i] / big;
        float r = sqrtf(p * p + q * q);
        c = p / r;
        s = q / r;
    }
    out[i] = c * x[i] + s * y[i];
}
