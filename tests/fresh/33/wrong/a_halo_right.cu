// fpcheck: binomial_rows <<<(3, 6), 64>>> image=@a_halo_image.npy smooth=empty:6x170 width=170 height=6
// fpcheck+ contrast <<<6, 64>>> image=image smooth=smooth detail=empty:6x170 width=170 height=6 --ref 'smooth=@a_halo_smooth.npy' --ref 'detail=@a_halo_detail.npy' --tol rtol=1e-4,atol=1e-5
// expect: error uninitialised at line 35
// why: the right halo of a row's tile is filled by threads below RADIUS - 1: its last cell is never written, and the last pixel of every tile is smoothed with what was in shared memory before
// figure: smooth[63] computed nan, MPFR 0.432181161
#define TILE 64
#define RADIUS 3

struct Span {
    int first, count;
};

__device__ __forceinline__ int mirror(int x, int width)
{
    if (x < 0)
        x = -x;
    if (x >= width)
        x = 2 * width - 2 - x;
    return x;
}

__device__ __forceinline__ float weight(int k)
{
    // 1 6 15 20 15 6 1 over 64
    const float w[2 * RADIUS + 1] = {0.015625f, 0.09375f, 0.234375f, 0.3125f, 0.234375f, 0.09375f, 0.015625f};
    return w[k];
}

__device__ void fill(float *tile, const float *row, int first, int width)
{
    int t = threadIdx.x;
    tile[RADIUS + t] = row[mirror(first + t, width)];
    if (t < RADIUS)
        tile[t] = row[mirror(first + t - RADIUS, width)];
    if (t < RADIUS - 1)
        tile[RADIUS + TILE + t] = row[mirror(first + TILE + t, width)];
}

__global__ void binomial_rows(const float *__restrict__ image, float *__restrict__ smooth, int width, int height)
{
    __shared__ float tile[TILE + 2 * RADIUS];
    int first = blockIdx.x * TILE;
    int y = blockIdx.y;
    fill(tile, image + y * width, first, width);
    __syncthreads();
    int x = first + threadIdx.x;
    if (x < width) {
        float sum = 0.0f;
        for (int k = 0; k <= 2 * RADIUS; ++k)
            sum += weight(k) * tile[threadIdx.x + k];
        smooth[y * width + x] = sum;
    }
}

__global__ void contrast(const float *__restrict__ image, const float *__restrict__ smooth, float *__restrict__ detail,
                         int width, int height)
{
    int y = blockIdx.x;
    for (int x = threadIdx.x; x < width; x += blockDim.x) {
        float s = smooth[y * width + x];
        detail[y * width + x] = (image[y * width + x] - s) / fmaxf(s, 0.1f);
    }
}
