// fpcheck: blur_rows <<<(3, 9), 32>>> src=@b_blur_image.npy dst=empty:9x70 width=70 height=9
// fpcheck+ blur_columns <<<(9, 1), (8, 8)>>> blurred=dst out=empty:9x70 width=70 height=9 want=@b_blur_want.npy --ref 'out=want' --tol rtol=1e-5,atol=1e-3
// expect: ok
// why: threads beyond the width load clamped pixels into the halo and write nothing; the weights sum to 1 within 1e-6 as given
// figure: out[31] computed 126.27087, MPFR 126.27086211227743; largest error 2.5e-05 of 1e-3 allowed
#include <cuda_runtime.h>

// Separable Gaussian blur: a row pass and a column pass, each with a tile and its halo
// in shared memory. Borders replicate the edge pixel.

#define RADIUS 3
#define TILE 32

__constant__ float kernel_weights[2 * RADIUS + 1] = {
    0.00598f, 0.060626f, 0.241843f, 0.383103f, 0.241843f, 0.060626f, 0.00598f,
};

// -----------------------------------------------------------------------------
// Border handling
// -----------------------------------------------------------------------------

__device__ __forceinline__ int clamp_index(int i, int n)
{
    return min(max(i, 0), n - 1);
}

__device__ __forceinline__ float fetch(const float *__restrict__ image, int x, int y,
                                       int width, int height)
{
    return image[clamp_index(y, height) * width + clamp_index(x, width)];
}

// -----------------------------------------------------------------------------
// Weighted sum of 2 * RADIUS + 1 neighbours, center at tile[c]
// -----------------------------------------------------------------------------

__device__ __forceinline__ float convolve(const float *tile, int c, int stride)
{
    float sum = 0.0f;
#pragma unroll
    for (int k = -RADIUS; k <= RADIUS; k++)
        sum = fmaf(kernel_weights[k + RADIUS], tile[c + k * stride], sum);
    return sum;
}

// -----------------------------------------------------------------------------
// Row pass: one block per segment of a row
// -----------------------------------------------------------------------------

__device__ void load_row_tile(const float *__restrict__ src, float *tile, int x, int y,
                              int width, int height)
{
    int tx = threadIdx.x;

    // Center
    tile[tx + RADIUS] = fetch(src, x, y, width, height);

    // Halo on both sides
    if (tx < RADIUS) {
        tile[tx] = fetch(src, x - RADIUS, y, width, height);
        tile[tx + TILE + RADIUS] = fetch(src, x + TILE, y, width, height);
    }
}

__global__ void blur_rows(const float *__restrict__ src, float *__restrict__ dst, int width,
                          int height)
{
    __shared__ float tile[TILE + 2 * RADIUS];

    int x = blockIdx.x * TILE + threadIdx.x;
    int y = blockIdx.y;

    load_row_tile(src, tile, x, y, width, height);
    __syncthreads();

    if (x < width)
        dst[y * width + x] = convolve(tile, threadIdx.x + RADIUS, 1);
}

// -----------------------------------------------------------------------------
// Column pass: 8 columns at a time
// -----------------------------------------------------------------------------

#define COLS 8

__device__ void load_column_tile(const float *__restrict__ src, float *tile, int x, int y0,
                                 int width, int height)
{
    for (int i = threadIdx.y; i < TILE + 2 * RADIUS; i += blockDim.y)
        tile[i * COLS + threadIdx.x] = fetch(src, x, y0 + i - RADIUS, width, height);
}

__global__ void blur_columns(const float *__restrict__ blurred, float *__restrict__ out,
                             int width, int height)
{
    __shared__ float tile[(TILE + 2 * RADIUS) * COLS];

    int x = blockIdx.x * COLS + threadIdx.x;
    int y0 = blockIdx.y * TILE;

    load_column_tile(blurred, tile, x, y0, width, height);
    __syncthreads();

    for (int i = threadIdx.y; i < TILE; i += blockDim.y) {
        int y = y0 + i;
        if (x < width && y < height)
            out[y * width + x] = convolve(tile, (i + RADIUS) * COLS + threadIdx.x, COLS);
    }
}

// Host launcher
void launch_blur(const float *src, float *tmp, float *dst, int width, int height)
{
    dim3 grid_rows((width + TILE - 1) / TILE, height);
    blur_rows<<<grid_rows, TILE>>>(src, tmp, width, height);

    dim3 block(COLS, 8);
    dim3 grid_cols((width + COLS - 1) / COLS, (height + TILE - 1) / TILE);
    blur_columns<<<grid_cols, block>>>(tmp, dst, width, height);
}
