// fpcheck: thomas <<<1, 16>>> d=uniform(-1,1):16x24 x=empty:16x24 cp=empty:16x24 m=24
// expect: ok
// Diffusion: -1, 4, -1; diagonally dominant, no pivoting needed.
__global__ void thomas(const float* d, float* x, float* cp, int m)
{
    int o = threadIdx.x * m;
    float c = -0.25f;
    float y = d[o] * 0.25f;
    cp[o] = c; x[o] = y;
    for (int i = 1; i < m; ++i) {
        float w = 1.0f / (4.0f + c);
        c = -w;
        y = (d[o + i] + y) * w;
        cp[o + i] = c; x[o + i] = y;
    }
    for (int i = m - 2; i >= 0; --i) {
        y = x[o + i] - cp[o + i] * y;
        x[o + i] = y;
    }
}
