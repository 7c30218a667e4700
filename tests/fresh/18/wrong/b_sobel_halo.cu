// fpcheck: sobel <<<(2,2), (8,8)>>> img=uniform(0,1):16x16 mag=empty:16x16 w=16 h=16
// expect: error off-by-one halo at line 22: the last halo column and row are never loaded: the loop stops at TILE + 1 where the tile is TILE + 2 wide
// why: the last halo column and row are never loaded: the loop stops at TILE + 1 where the tile is TILE + 2 wide
// figure: mag at x = 7 reads s[.][9], never written: undefined; right for example 1.1
#define TILE 8

__device__ int reflect(int i, int n)
{
    if (i < 0)
        return -i;
    if (i >= n)
        return 2 * n - 2 - i;
    return i;
}

__global__ void sobel(const float *img, float *mag, int w, int h)
{
    __shared__ float s[TILE + 2][TILE + 2];
    int bx = blockIdx.x * TILE, by = blockIdx.y * TILE;
    int lid = threadIdx.y * TILE + threadIdx.x;
    const int side = TILE + 1;
    for (int k = lid; k < side * side; k += TILE * TILE) {
        int ty = k / side, tx = k % side;
        int gx = reflect(bx + tx - 1, w);
        int gy = reflect(by + ty - 1, h);
        s[ty][tx] = img[gy * w + gx];
    }
    __syncthreads();
    int x = threadIdx.x + 1, y = threadIdx.y + 1;
    float gx = s[y - 1][x + 1] - s[y - 1][x - 1] + 2.0f * (s[y][x + 1] - s[y][x - 1])
             + s[y + 1][x + 1] - s[y + 1][x - 1];
    float gy = s[y + 1][x - 1] - s[y - 1][x - 1] + 2.0f * (s[y + 1][x] - s[y - 1][x])
             + s[y + 1][x + 1] - s[y - 1][x + 1];
    mag[(by + y - 1) * w + bx + x - 1] = sqrtf(gx * gx + gy * gy);
}
