// fpcheck: integrate_rows <<<1, 64>>> image=randint(20000,65000):64x64:i32 table=empty:64x64 w=64 h=64
// fpcheck+ integrate_columns <<<1, 64>>> w=64 h=64
// fpcheck+ box_mean <<<(8, 8), (8, 8)>>> mean=empty:64x64 w=64 h=64 r=1
// expect: error cancellation of large sums at line 48
// why: the table of sums of a 16-bit image reaches 1.7e8, beyond the 2^24 that float counts; a 3x3 window is the difference of four such sums
// figure: computed mean[61][61] = 41132.4453125, MPFR 41131.4444 (with numbers like those of the case)
#include <cuda_runtime.h>

__global__ void integrate_rows(const int *image, float *table, int w, int h)
{
    int y = blockIdx.x * blockDim.x + threadIdx.x;
    if (y >= h)
        return;
    float sum = 0.0f;
    for (int x = 0; x < w; x++) {
        sum += (float)image[y * w + x];
        table[y * w + x] = sum;
    }
}

__global__ void integrate_columns(float *table, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x >= w)
        return;
    float sum = 0.0f;
    for (int y = 0; y < h; y++) {
        sum += table[y * w + x];
        table[y * w + x] = sum;
    }
}

__device__ inline float corner(const float *table, int w, int x, int y)
{
    return x < 0 || y < 0 ? 0.0f : table[y * w + x];
}

__global__ void box_mean(const float *table, float *mean, int w, int h, int r)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h)
        return;
    int x0 = max(x - r, 0) - 1;
    int y0 = max(y - r, 0) - 1;
    int x1 = min(x + r, w - 1);
    int y1 = min(y + r, h - 1);
    float sum = corner(table, w, x1, y1) - corner(table, w, x0, y1) - corner(table, w, x1, y0) + corner(table, w, x0, y0);
    mean[y * w + x] = sum / (float)((x1 - x0) * (y1 - y0));
}
