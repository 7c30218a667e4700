// fpcheck: sample <<<1, 64>>> img=uniform(0,1):16x16 u=uniform(-1,17):64 v=uniform(-1,17):64 out=empty:64 w=16 h=16 n=64
// expect: ok
// Continuous across texel borders, so that a near-tie in floor moves nothing.
__global__ void sample(const float* img, const float* u, const float* v, float* out, int w, int h, int n)
{
    int i = threadIdx.x;
    if (i >= n) return;
    float x = fminf(fmaxf(u[i] - 0.5f, 0.0f), (float)(w - 1));
    float y = fminf(fmaxf(v[i] - 0.5f, 0.0f), (float)(h - 1));
    int x0 = (int)x, y0 = (int)y;
    int x1 = min(x0 + 1, w - 1), y1 = min(y0 + 1, h - 1);
    float fx = x - (float)x0, fy = y - (float)y0;
    float top = img[y0 * w + x0] + fx * (img[y0 * w + x1] - img[y0 * w + x0]);
    float bot = img[y1 * w + x0] + fx * (img[y1 * w + x1] - img[y1 * w + x0]);
    out[i] = top + fy * (bot - top);
}
