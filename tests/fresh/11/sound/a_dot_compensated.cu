// fpcheck: dot2 <<<1, 32>>> x=randn:32x64 y=randn:32x64 d=empty:32 n=64 --ref d=sum(x*y,1)
// expect: ok
// why: the products' and the sums' rounding errors (fma and TwoSum) are added up apart and added at the end: the usual subtractions that look like zero are the errors themselves
// figure: relative error at most 2^-24 + 64^2 2^-48 cond(x, y): about 6e-8
// Ogita, Rump and Oishi: dot product as if in twice the precision.
__device__ void two_sum(float a, float b, float &s, float &e)
{
    s = __fadd_rn(a, b);
    float z = __fsub_rn(s, a);
    e = __fadd_rn(__fsub_rn(a, __fsub_rn(s, z)), __fsub_rn(b, z));
}

__global__ void dot2(const float *x, const float *y, float *d, int n)
{
    const float *a = x + threadIdx.x * n;
    const float *b = y + threadIdx.x * n;
    float s = 0.0f, c = 0.0f;
    for (int k = 0; k < n; k++) {
        float p = __fmul_rn(a[k], b[k]);
        float ep = fmaf(a[k], b[k], -p);
        float t, es;
        two_sum(s, p, t, es);
        s = t;
        c += ep + es;
    }
    d[threadIdx.x] = s + c;
}
