// fpcheck: integrate_rows <<<1, 64>>> image=randint(20000,65000):64x64:i32 table=empty:64x64:u32 w=64 h=64
// fpcheck+ integrate_columns <<<1, 64>>> w=64 h=64
// fpcheck+ box_mean <<<(8, 8), (8, 8)>>> mean=empty:64x64 w=64 h=64 r=1
// expect: ok
// why: a small window is the difference of four large sums, but the sums are integers: unsigned differences are exact, even if the table ran over
// figure: sums exact; mean within half an ulp
__global__ void integrate_rows(const int *image, unsigned *table, int w, int h)
{
    int y = blockIdx.x * blockDim.x + threadIdx.x;
    if (y >= h)
        return;
    unsigned sum = 0;
    for (int x = 0; x < w; x++) {
        sum += (unsigned)image[y * w + x];
        table[y * w + x] = sum;
    }
}

__global__ void integrate_columns(unsigned *table, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x >= w)
        return;
    unsigned sum = 0;
    for (int y = 0; y < h; y++) {
        sum += table[y * w + x];
        table[y * w + x] = sum;
    }
}

__device__ inline unsigned corner(const unsigned *table, int w, int x, int y)
{
    return x < 0 || y < 0 ? 0u : table[y * w + x];
}

__global__ void box_mean(const unsigned *table, float *mean, int w, int h, int r)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h)
        return;
    int x0 = max(x - r, 0) - 1;
    int y0 = max(y - r, 0) - 1;
    int x1 = min(x + r, w - 1);
    int y1 = min(y + r, h - 1);
    unsigned sum = corner(table, w, x1, y1) - corner(table, w, x0, y1) - corner(table, w, x1, y0) + corner(table, w, x0, y0);
    mean[y * w + x] = (float)sum / (float)((x1 - x0) * (y1 - y0));
}
