// fpcheck: median3x3 <<<(2, 2), (16, 16)>>> w=30 h=27 img=uniform(0,1):27x30 out=empty:27x30
// expect: ok
// 3x3 median with a min/max network, replicated border.
__device__ void order(float& a, float& b)
{
    float lo = fminf(a, b);
    b = fmaxf(a, b);
    a = lo;
}

__global__ void median3x3(const float* img, float* out, int w, int h)
{
    int x = blockIdx.x * 16 + threadIdx.x;
    int y = blockIdx.y * 16 + threadIdx.y;
    if (x >= w || y >= h) return;
    float p[9];
    for (int k = 0; k < 9; ++k) {
        int yy = min(max(y + k / 3 - 1, 0), h - 1);
        int xx = min(max(x + k % 3 - 1, 0), w - 1);
        p[k] = img[yy * w + xx];
    }
    for (int c = 0; c < 3; ++c) {
        order(p[3 * c], p[3 * c + 1]);
        order(p[3 * c + 1], p[3 * c + 2]);
        order(p[3 * c], p[3 * c + 1]);
    }
    float lo = fmaxf(fmaxf(p[0], p[3]), p[6]);
    float hi = fminf(fminf(p[2], p[5]), p[8]);
    order(p[1], p[4]);
    order(p[4], p[7]);
    order(p[1], p[4]);
    float m = p[4];
    order(lo, m);
    order(m, hi);
    order(lo, m);
    out[y * w + x] = m;
}
