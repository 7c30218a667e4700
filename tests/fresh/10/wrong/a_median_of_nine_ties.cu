// fpcheck: median9 <<<dim3(1, 1), dim3(8, 8)>>> image=[9,1,4,7,3,8,8,2,5,5,0,6,6,1,2,7,3,5,5,5,2,4,9,9,0,5,5,5,7,7,1,3,8,5,5,5,7,6,2,4,6,2,9,1,0,3,8,5] filtered=empty:6x8 width=8 height=6
// expect: error ties at line 30
// why: equal pixels share a rank, so in a flat part no pixel has rank four and the output is never written
// figure: filtered[0][0]: computed nothing (undefined), MPFR 5; 26 of 48 are undefined
// 3 x 3 median filter by ranks, clamped at the border.
__device__ int clamped(int v, int last)
{
    return v < 0 ? 0 : v > last ? last : v;
}

__device__ void gather(const float *image, float *window, int x, int y, int width, int height)
{
    int k = 0;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
            window[k++] = image[clamped(y + dy, height - 1) * width + clamped(x + dx, width - 1)];
}

__global__ void median9(const float *image, float *filtered, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;
    float window[9];
    gather(image, window, x, y, width, height);
    for (int a = 0; a < 9; a++) {
        int rank = 0;
        for (int b = 0; b < 9; b++)
            rank += window[b] < window[a];
        if (rank == 4)
            filtered[y * width + x] = window[a];
    }
}
