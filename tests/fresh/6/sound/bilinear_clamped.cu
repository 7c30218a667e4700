// fpcheck: bilinear_clamped <<<2, 64>>> n=128 w=16 h=16 u=uniform(-2,18):128 v=uniform(-2,18):128 img=uniform(0,1):16x16 out=empty:128
// expect: ok
// Bilinear texture fetch in texels, clamp to edge. The value is continuous across texel borders.
__global__ void bilinear_clamped(const float* u, const float* v, const float* img, float* out, int n, int w, int h)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float x = fminf(fmaxf(u[i] - 0.5f, 0.0f), (float)(w - 1));
    float y = fminf(fmaxf(v[i] - 0.5f, 0.0f), (float)(h - 1));
    int x0 = min((int)x, w - 2);
    int y0 = min((int)y, h - 2);
    float fx = x - (float)x0, fy = y - (float)y0;
    const float* p = img + y0 * w + x0;
    float top = (1.0f - fx) * p[0] + fx * p[1];
    float low = (1.0f - fx) * p[w] + fx * p[w + 1];
    out[i] = (1.0f - fy) * top + fy * low;
}
