// fpcheck: to_grey <<<(2, 2), (8, 8)>>> rgb=@b_photo_rgb.npy grey=empty:16x16
// fpcheck+ smooth <<<(2, 2), (8, 8)>>> blurred=empty:16x16
// fpcheck+ edges <<<(2, 2), (8, 8)>>> magnitude=empty:16x16
// fpcheck+ histogram <<<1, 256>>> counts=empty:256 --ref blurred=@b_photo_blurred.npy --tol bitwise
// expect: error mismatch with reference (accumulator too narrow) at line 54
// why: the sum of nine pixels is kept in an unsigned char, which wraps at 256: the blurred picture is at most 28 bright
// figure: computed blurred[0] = 5, MPFR 62
//
// A small pipeline for photographs: grey, 3 x 3 mean, Sobel edges, histogram. 16 x 16 pixels, three bytes each.
#include <cuda_runtime.h>

#define WIDTH 16
#define HEIGHT 16

typedef unsigned char Byte;

__device__ int clamped(int v, int low, int high)
{
    return v < low ? low : (v > high ? high : v);
}

// The pixel at (y, x), the nearest one at the border.
__device__ Byte pixel(const Byte *picture, int y, int x)
{
    return picture[clamped(y, 0, HEIGHT - 1) * WIDTH + clamped(x, 0, WIDTH - 1)];
}

// Luma in fixed point: the weights sum to 256.
__device__ Byte luma(Byte r, Byte g, Byte b)
{
    return (Byte)((77 * r + 150 * g + 29 * b + 128) >> 8);
}

__global__ void to_grey(const Byte *rgb, Byte *grey)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= WIDTH || y >= HEIGHT)
        return;
    const Byte *p = rgb + 3 * (y * WIDTH + x);
    grey[y * WIDTH + x] = luma(p[0], p[1], p[2]);
}

// Mean of the 3 x 3 pixels around each.
__global__ void smooth(const Byte *grey, Byte *blurred)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= WIDTH || y >= HEIGHT)
        return;
    Byte sum = 0;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
            sum += pixel(grey, y + dy, x + dx);
    blurred[y * WIDTH + x] = sum / 9;
}

struct Gradient {
    int x, y;
};

__device__ Gradient sobel(const Byte *picture, int y, int x)
{
    int nw = pixel(picture, y - 1, x - 1);
    int n = pixel(picture, y - 1, x);
    int ne = pixel(picture, y - 1, x + 1);
    int w = pixel(picture, y, x - 1);
    int e = pixel(picture, y, x + 1);
    int sw = pixel(picture, y + 1, x - 1);
    int s = pixel(picture, y + 1, x);
    int se = pixel(picture, y + 1, x + 1);
    Gradient g;
    g.x = (ne + 2 * e + se) - (nw + 2 * w + sw);
    g.y = (sw + 2 * s + se) - (nw + 2 * n + ne);
    return g;
}

__global__ void edges(const Byte *blurred, float *magnitude)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= WIDTH || y >= HEIGHT)
        return;
    Gradient g = sobel(blurred, y, x);
    magnitude[y * WIDTH + x] = sqrtf((float)(g.x * g.x + g.y * g.y));
}

// Counts of the 256 brightnesses, gathered in shared memory.
__global__ void histogram(const Byte *blurred, int *counts)
{
    __shared__ int local[256];
    int t = threadIdx.x;
    local[t] = 0;
    __syncthreads();
    for (int i = t; i < WIDTH * HEIGHT; i += blockDim.x)
        atomicAdd(&local[blurred[i]], 1);
    __syncthreads();
    counts[t] = local[t];
}

// White where an edge is.
__global__ void mark_edges(const float *magnitude, Byte *mask, float limit)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= WIDTH || y >= HEIGHT)
        return;
    int i = y * WIDTH + x;
    mask[i] = magnitude[i] > limit ? 255 : 0;
}

// Stretch the brightness from [low, high] to [0, 255].
__global__ void stretch(const Byte *in, Byte *out, int low, int high)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= WIDTH || y >= HEIGHT || high <= low)
        return;
    int i = y * WIDTH + x;
    int v = (in[i] - low) * 255 / (high - low);
    out[i] = (Byte)clamped(v, 0, 255);
}

// Left and right exchanged.
__global__ void mirror(const Byte *in, Byte *out)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < WIDTH && y < HEIGHT)
        out[y * WIDTH + x] = in[y * WIDTH + (WIDTH - 1 - x)];
}

// On the host:
//     dim3 block(8, 8), grid((WIDTH + 7) / 8, (HEIGHT + 7) / 8);
//     to_grey<<<grid, block>>>(rgb, grey);
//     smooth<<<grid, block>>>(grey, blurred);
//     edges<<<grid, block>>>(blurred, magnitude);
//     histogram<<<1, 256>>>(blurred, counts);
//
// Notes
//   The border repeats the nearest pixel, so the mean at the border is of nine pixels as everywhere.
//   The magnitude of Sobel is not normalised: at most 4 * 255 * sqrt(2).
//   The histogram is for a threshold that the user moves by hand; it is of the blurred picture, so that single bright
//   pixels (noise of the sensor) do not appear in it.
//   Luma is that of BT.601.
//   Stretching is done in ints: 255 * 255 fits, a byte would not do.
//   The mirror copies; it does not work in place.
//   A mask is 0 or 255, so that it can be saved as a picture.
//   All kernels take the same grid and block, but for the histogram.
//   Sizes are constants here; the program for real photographs has them as parameters.
