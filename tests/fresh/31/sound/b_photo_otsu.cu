// fpcheck: to_grey <<<(2, 2), (8, 8)>>> rgb=@b_photo_otsu_rgb.npy grey=empty:16x16
// fpcheck+ smooth <<<(2, 2), (8, 8)>>> blurred=empty:16x16
// fpcheck+ histogram <<<1, 256>>> counts=empty:256
// fpcheck+ otsu <<<1, 256>>> threshold=empty:1 quality=empty:1
// fpcheck+ binary <<<(2, 2), (8, 8)>>> mask=empty:16x16 --ref threshold=@b_photo_otsu_threshold.npy --tol bitwise
// expect: ok
// why: bytes everywhere, but the sums of nine are ints with rounding, and the variances between the classes are compared in double from exact integer sums
// figure: computed threshold[0] = 123, MPFR 123; quality[0] = 0.75330457, half an ulp of the exact value
//
// Black and white from a photograph: grey, 3 x 3 mean, histogram, threshold by Otsu's method.
#include <cuda_runtime.h>

#define WIDTH 16
#define HEIGHT 16
#define PIXELS (WIDTH * HEIGHT)

typedef unsigned char Byte;

__device__ int clamped(int v, int low, int high)
{
    return min(max(v, low), high);
}

__device__ int pixel(const Byte *picture, int y, int x)
{
    return picture[clamped(y, 0, HEIGHT - 1) * WIDTH + clamped(x, 0, WIDTH - 1)];
}

struct Place {
    int x, y;
    bool inside;
};

__device__ Place here()
{
    Place p;
    p.x = blockIdx.x * blockDim.x + threadIdx.x;
    p.y = blockIdx.y * blockDim.y + threadIdx.y;
    p.inside = p.x < WIDTH && p.y < HEIGHT;
    return p;
}

__global__ void to_grey(const Byte *rgb, Byte *grey)
{
    Place p = here();
    if (!p.inside)
        return;
    const Byte *c = rgb + 3 * (p.y * WIDTH + p.x);
    grey[p.y * WIDTH + p.x] = (Byte)((77 * c[0] + 150 * c[1] + 29 * c[2] + 128) >> 8);
}

__global__ void smooth(const Byte *grey, Byte *blurred)
{
    Place p = here();
    if (!p.inside)
        return;
    int sum = 0;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
            sum += pixel(grey, p.y + dy, p.x + dx);
    blurred[p.y * WIDTH + p.x] = (Byte)((sum + 4) / 9);
}

__global__ void histogram(const Byte *blurred, int *counts)
{
    __shared__ int local[256];
    int t = threadIdx.x;
    local[t] = 0;
    __syncthreads();
    for (int i = t; i < PIXELS; i += blockDim.x)
        atomicAdd(&local[blurred[i]], 1);
    __syncthreads();
    counts[t] = local[t];
}

// Variance between the two classes "up to t" and "above t", times the square of the number of pixels.
__device__ double between(long long n0, long long s0, long long n, long long s)
{
    long long n1 = n - n0;
    if (n0 == 0 || n1 == 0)
        return 0.0;
    double d = (double)(s0 * n1 - (s - s0) * n0); // exact: below 2^53
    return d * d / ((double)n0 * (double)n1);
}

struct Candidate {
    double value;
    int level;
};

__device__ Candidate better(Candidate a, Candidate b)
{
    if (a.value != b.value)
        return a.value > b.value ? a : b;
    return a.level < b.level ? a : b;
}

// One thread a level.
__global__ void otsu(const int *counts, int *threshold, float *quality)
{
    __shared__ Candidate candidate[256];
    int t = threadIdx.x;
    long long n0 = 0, s0 = 0, n = 0, s = 0, ss = 0;
    for (int k = 0; k < 256; k++) {
        long long c = counts[k];
        n += c;
        s += c * k;
        ss += c * k * k;
        if (k <= t) {
            n0 += c;
            s0 += c * k;
        }
    }
    candidate[t].value = between(n0, s0, n, s);
    candidate[t].level = t;
    __syncthreads();
    for (int step = 128; step > 0; step /= 2) {
        if (t < step)
            candidate[t] = better(candidate[t], candidate[t + step]);
        __syncthreads();
    }
    if (t == 0) {
        threshold[0] = candidate[0].level;
        // share of the variance that the threshold explains; n * ss - s * s is exact in integers
        long long all = n * ss - s * s;
        quality[0] = all > 0 ? (float)(candidate[0].value / (double)all) : 0.0f;
    }
}

__global__ void binary(const Byte *blurred, const int *threshold, Byte *mask)
{
    Place p = here();
    if (!p.inside)
        return;
    int i = p.y * WIDTH + p.x;
    mask[i] = blurred[i] > threshold[0] ? 255 : 0;
}

// Share of white pixels, for a warning when nearly all is of one colour.
__global__ void white_share(const Byte *mask, float *share)
{
    int white = 0;
    for (int i = 0; i < PIXELS; i++)
        white += mask[i] == 255;
    share[0] = (float)white / (float)PIXELS;
}

// On the host:
//     dim3 block(8, 8), grid((WIDTH + 7) / 8, (HEIGHT + 7) / 8);
//     to_grey<<<grid, block>>>(rgb, grey);
//     smooth<<<grid, block>>>(grey, blurred);
//     histogram<<<1, 256>>>(blurred, counts);
//     otsu<<<1, 256>>>(counts, threshold, quality);
//     binary<<<grid, block>>>(blurred, threshold, mask);
