// fpcheck: rotate_rows <<<1, 32>>> a=[3e20, 3.0, 5e19, 1e25] b=[4e20, 4.0, 1.2e20, 1e25] x=[1.0, 1.0, 2.0, 2.0] y=[1.0, 1.0, 1.0, 0.5] out=empty:4 n=4
// expect: error overflow at line 13
// why: a*a + b*b is infinite, so that the rotation becomes (0, 0) and the row vanishes instead of being rotated
// figure: computed out[0] = 0 (norm inf), MPFR 1.4; (3e20 + 4e20) / 5e20
// One Givens rotation a row: zeroes b against a, and applies it to (x, y).
struct Rotation {
    float c, s;
};

__device__ Rotation givens(float a, float b)
{
    Rotation r;
    float norm = sqrtf(a * a + b * b);
    if (norm == 0.0f) {
        r.c = 1.0f;
        r.s = 0.0f;
        return r;
    }
    r.c = a / norm;
    r.s = b / norm;
    return r;
}

__global__ void rotate_rows(const float *a, const float *b, const float *x, const float *y, float *out, int n)
{
    int i = threadIdx.x;
    if (i < n) {
        Rotation r = givens(a[i], b[i]);
        out[i] = r.c * x[i] + r.s * y[i];
    }
}
