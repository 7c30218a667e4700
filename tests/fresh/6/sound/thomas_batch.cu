// fpcheck: thomas_batch <<<1, 32>>> n=24 d=uniform(1,2):24x32 x=empty:24x32
// expect: ok
// 32 diagonally dominant tridiagonal systems (-1, 4, -1) side by side, the Thomas algorithm, one thread each, interleaved storage.
#define MAXN 32
__global__ void thomas_batch(const float* d, float* x, int n)
{
    int s = threadIdx.x;
    float c[MAXN], r[MAXN];
    float inv = 0.25f;
    c[0] = -inv;
    r[0] = d[s] * inv;
    for (int i = 1; i < n; ++i) {
        inv = 1.0f / (4.0f + c[i - 1]);
        c[i] = -inv;
        r[i] = (d[i * 32 + s] + r[i - 1]) * inv;
    }
    float v = r[n - 1];
    x[(n - 1) * 32 + s] = v;
    for (int i = n - 2; i >= 0; --i) {
        v = r[i] - c[i] * v;
        x[i * 32 + s] = v;
    }
}
