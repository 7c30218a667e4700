// fpcheck: median5 <<<1, 64>>> x=randn:68 y=empty:64 n=64
// expect: ok
__device__ __forceinline__ void order(float& a, float& b)
{
    float lo = fminf(a, b);
    b = fmaxf(a, b);
    a = lo;
}
__global__ void median5(const float* x, float* y, int n)
{
    int i = threadIdx.x;
    if (i >= n) return;
    float a = x[i], b = x[i + 1], c = x[i + 2], d = x[i + 3], e = x[i + 4];
    order(a, b); order(d, e);
    order(a, d); order(b, e);
    order(b, c); order(c, d);
    order(b, c);
    y[i] = c;
}
