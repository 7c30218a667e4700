// fpcheck: box_mean <<<1, 64>>> image=randint(20000,60000):64x64 mean=empty:64x64 radius=1
// expect: error cancellation at line 42
// why: the summed area table reaches 1.6e8 in float, where an ulp is 16; four corners of it are subtracted for a 3x3 mean
// figure: computed 37624.8906, MPFR 37628.5556 (mean[61][60] of a random image; ulp 0.004)
// Box filter of a 16-bit image through a summed area table in shared memory.
#define SIDE 64
__device__ void scan_rows(float (*table)[SIDE], const unsigned short *image, int y)
{
    float sum = 0.0f;
    for (int x = 0; x < SIDE; x++) {
        sum += (float)image[y * SIDE + x];
        table[y][x] = sum;
    }
}

__device__ void scan_columns(float (*table)[SIDE], int x)
{
    float sum = 0.0f;
    for (int y = 0; y < SIDE; y++) {
        sum += table[y][x];
        table[y][x] = sum;
    }
}

__device__ float corner(float (*table)[SIDE], int y, int x)
{
    return y < 0 || x < 0 ? 0.0f : table[y][x];
}

__global__ void box_mean(const unsigned short *image, float *mean, int radius)
{
    __shared__ float table[SIDE][SIDE];
    int t = threadIdx.x;
    scan_rows(table, image, t);
    __syncthreads();
    scan_columns(table, t);
    __syncthreads();
    for (int y = 0; y < SIDE; y++) {
        int y0 = max(y - radius, 0), y1 = min(y + radius, SIDE - 1);
        int x0 = max(t - radius, 0), x1 = min(t + radius, SIDE - 1);
        float area = (float)((y1 - y0 + 1) * (x1 - x0 + 1));
        float s = corner(table, y1, x1) - corner(table, y0 - 1, x1) - corner(table, y1, x0 - 1) + corner(table, y0 - 1, x0 - 1);
        mean[y * SIDE + t] = s / area;
    }
}
