// fpcheck: median3x3 <<<1, (8, 8)>>> img=uniform(0,1):8x8 out=empty:8x8 w=8 h=8
// expect: ok
// why: a hand-made network of min and max on nine values that finds the median without sorting the rest; borders are clamped
// figure: computed is right bit for bit: only comparisons, copies and integers; error 0
__device__ void mm(float &a, float &b)
{
    float t = fminf(a, b);
    b = fmaxf(a, b);
    a = t;
}

__device__ float max3(float a, float b, float c)
{
    return fmaxf(a, fmaxf(b, c));
}

__device__ float min3(float a, float b, float c)
{
    return fminf(a, fminf(b, c));
}

__device__ void sort3(float &a, float &b, float &c)
{
    mm(a, b);
    mm(b, c);
    mm(a, b);
}

// Sort the columns; the median of (largest low, middle middle, smallest high).
__global__ void median3x3(const float *img, float *out, int w, int h)
{
    int x = threadIdx.x, y = threadIdx.y;
    float c[3][3];
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            int gx = min(max(x + i - 1, 0), w - 1);
            int gy = min(max(y + j - 1, 0), h - 1);
            c[i][j] = img[gy * w + gx];
        }
    for (int i = 0; i < 3; i++)
        sort3(c[i][0], c[i][1], c[i][2]);
    float lo = max3(c[0][0], c[1][0], c[2][0]);
    float a = c[0][1], b = c[1][1], d = c[2][1];
    sort3(a, b, d);
    float hi = min3(c[0][2], c[1][2], c[2][2]);
    sort3(lo, b, hi);
    out[y * w + x] = b;
}
