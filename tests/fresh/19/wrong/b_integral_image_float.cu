// fpcheck: scan_rows <<<16, 64>>> image=uniform(50000,60000):64x64 table=empty:64x64 width=64 height=64
// fpcheck+ scan_columns <<<1, 64>>> table_in=table width=64 height=64
// fpcheck+ box_mean <<<(4, 4), (16, 16)>>> table_in=table mean=empty:64x64 deviation=empty:64x64 image_in=image width=64 height=64 radius=1
// fpcheck+ summarise <<<1, 64>>> deviation_in=deviation brightest=empty:64 spread=empty:64 width=64 height=64
// fpcheck+ threshold_bits <<<2, 32>>> pixels=image local_mean=mean bits=empty:64x2:u32 width=64 height=64 factor=0.5
// expect: error cancellation at line 105
// why: a summed-area table of 16-bit pixels reaches 2.2e8 in binary32, whose step there is 16; a 3 x 3 window's sum is the difference of four such entries and the deviation from the mean inherits it
// figure: (an image drawn by numpy) computed mean at (48, 57) 55710.22, MPFR 55706.24
#include <cuda_runtime.h>

constexpr unsigned FULL = 0xffffffffu;

__device__ float warp_inclusive(float v)
{
    int lane = threadIdx.x % 32;
#pragma unroll
    for (int d = 1; d < 32; d <<= 1) {
        float up = __shfl_up_sync(FULL, v, d);
        if (lane >= d)
            v += up;
    }
    return v;
}

__device__ float block_inclusive(float v, float *warp_totals)
{
    int lane = threadIdx.x % 32;
    int warp = threadIdx.x / 32;
    int warps = blockDim.x / 32;
    v = warp_inclusive(v);
    if (lane == 31)
        warp_totals[warp] = v;
    __syncthreads();
    if (warp == 0) {
        float t = lane < warps ? warp_totals[lane] : 0.0f;
        t = warp_inclusive(t);
        if (lane < warps)
            warp_totals[lane] = t;
    }
    __syncthreads();
    if (warp > 0)
        v += warp_totals[warp - 1];
    __syncthreads();
    return v;
}

// Each block takes every gridDim.x-th row.
__global__ void scan_rows(const float *image, float *table, int width, int height)
{
    __shared__ float warp_totals[32];
    for (int row = blockIdx.x; row < height; row += gridDim.x) {
        float carry = 0.0f;
        for (int start = 0; start < width; start += blockDim.x) {
            int column = start + threadIdx.x;
            float v = column < width ? image[row * width + column] : 0.0f;
            v = block_inclusive(v, warp_totals);
            if (column < width)
                table[row * width + column] = carry + v;
            carry += warp_totals[blockDim.x / 32 - 1];
            __syncthreads();
        }
    }
}

// One thread a column, downwards.
__global__ void scan_columns(float *table_in, int width, int height)
{
    int column = blockIdx.x * blockDim.x + threadIdx.x;
    if (column >= width)
        return;
    float sum = 0.0f;
    for (int row = 0; row < height; row++) {
        sum += table_in[row * width + column];
        table_in[row * width + column] = sum;
    }
}

struct Window {
    int left, top, right, bottom;
    __device__ int area() const
    {
        return (right - left + 1) * (bottom - top + 1);
    }
};

__device__ Window window_at(int x, int y, int radius, int width, int height)
{
    Window w;
    w.left = max(x - radius, 0);
    w.top = max(y - radius, 0);
    w.right = min(x + radius, width - 1);
    w.bottom = min(y + radius, height - 1);
    return w;
}

__device__ float entry(const float *table, int x, int y, int width)
{
    return x < 0 || y < 0 ? 0.0f : table[y * width + x];
}

__device__ float window_sum(const float *table, Window w, int width)
{
    float right = entry(table, w.right, w.bottom, width) - entry(table, w.right, w.top - 1, width);
    float left = entry(table, w.left - 1, w.bottom, width) - entry(table, w.left - 1, w.top - 1, width);
    return right - left;
}

// Local mean, and how far the pixel is from it, for a local threshold.
__global__ void box_mean(const float *table_in, float *mean, float *deviation, const float *image_in, int width, int height,
                         int radius)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;
    Window w = window_at(x, y, radius, width, height);
    float m = window_sum(table_in, w, width) / w.area();
    mean[y * width + x] = m;
    deviation[y * width + x] = image_in[y * width + x] - m;
}

struct Summary {
    float largest;
    float absolute;
    __device__ void include(float v)
    {
        largest = fmaxf(largest, v);
        absolute += fabsf(v);
    }
};

// The largest deviation of each row, and the mean of their absolute values.
__global__ void summarise(const float *deviation_in, float *brightest, float *spread, int width, int height)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= height)
        return;
    Summary s{-3.0e38f, 0.0f};
    for (int x = 0; x < width; x++)
        s.include(deviation_in[row * width + x]);
    brightest[row] = s.largest;
    spread[row] = s.absolute / width;
}

// One bit a pixel: brighter than a part of its local mean; a warp makes a word of a row.
__global__ void threshold_bits(const float *pixels, const float *local_mean, unsigned *bits, int width, int height, float factor)
{
    int words = width / 32;
    int word = blockIdx.x;
    for (int row = 0; row < height; row++) {
        int at = row * width + word * 32 + threadIdx.x;
        unsigned votes = __ballot_sync(FULL, pixels[at] > factor * local_mean[at]);
        if (threadIdx.x == 0)
            bits[row * words + word] = votes;
    }
}
