// fpcheck: rotate <<<1, 32>>> f=[3e25,1.0,-4e-25,0.0,2e20] g=[4e25,-1.0,3e-25,5.0,0.0] c=empty:5 s=empty:5 r=empty:5 n=5
// expect: ok
// why: squares of 1e25 overflow and of 1e-25 underflow; both are divided by the larger first, so nothing leaves the range
// figure: error 3.7e-8 relative, the largest at r, allowance 16 ulp, about 1e-6
// Givens rotation that makes (f, g) to (r, 0), for a QR update in least squares.
__global__ void rotate(const float *f, const float *g, float *c, float *s, float *r, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    float a = fabsf(f[i]), b = fabsf(g[i]);
    float scale = fmaxf(a, b);
    if (scale == 0.0f) {
        c[i] = 1.0f;
        s[i] = 0.0f;
        r[i] = 0.0f;
        return;
    }
    float x = f[i] / scale, y = g[i] / scale;
    float h = sqrtf(x * x + y * y);
    c[i] = x / h;
    s[i] = y / h;
    r[i] = scale * h;
}
