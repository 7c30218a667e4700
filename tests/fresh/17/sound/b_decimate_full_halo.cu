// fpcheck: design_taps <<<1, 32>>> taps=empty:33 radius=16 cutoff=0.125
// fpcheck+ fir_tile <<<4, 64>>> x=uniform(-1,1):256 design=taps y=empty:256 n=256 radius=16
// fpcheck+ decimate <<<1, 64>>> full=y low=empty:64 n=256 factor=4
// fpcheck+ level_db <<<1, 64>>> band=low db=empty:1 peak=empty:1 count=64
// expect: ok
// why: two passes of 64 threads load 96 samples, the second only for the first 32 threads; every slot that is read was written, the ends are zero padded
// figure: largest error of y 3.0e-07 on values near 0.3
// Anti-aliasing filter, decimation and level of an audio buffer: four kernels in a row.
#include <math.h>

#define TILE 64
#define MAXR 16

// ---- design: a sinc under a Hann window, normalised to gain 1

__device__ float hann(int i, int radius)
{
    float c = cospif((float)i / (float)(2 * (radius + 1)));
    return c * c;
}

__device__ float sinc(int i, float cutoff)
{
    if (i == 0)
        return 2.0f * cutoff;
    return sinpif(2.0f * cutoff * (float)i) / (3.14159265f * (float)i);
}

__device__ float warp_sum(float v)
{
    for (int o = 16; o > 0; o >>= 1)
        v += __shfl_xor_sync(0xffffffffu, v, o);
    return v;
}

__device__ float warp_max(float v)
{
    for (int o = 16; o > 0; o >>= 1)
        v = fmaxf(v, __shfl_xor_sync(0xffffffffu, v, o));
    return v;
}

__global__ void design_taps(float *taps, int radius, float cutoff)
{
    int lane = threadIdx.x;
    int count = 2 * radius + 1;
    float own[3];
    float sum = 0.0f;
    int k = 0;
    for (int i = lane; i < count; i += 32) {
        int d = i - radius;
        float v = hann(d, radius) * sinc(d, cutoff);
        own[k++] = v;
        sum += v;
    }
    sum = warp_sum(sum);
    k = 0;
    for (int i = lane; i < count; i += 32)
        taps[i] = own[k++] / sum;
}

// ---- convolution in tiles

__device__ float sample(const float *x, int i, int n)
{
    return (i >= 0 && i < n) ? x[i] : 0.0f;
}

__device__ void load_tile(const float *x, float *tile, int first, int n, int radius)
{
    int width = TILE + 2 * radius;
    for (int i = threadIdx.x; i < width; i += blockDim.x)
        tile[i] = sample(x, first - radius + i, n);
}

__device__ float dot_taps(const float *window, const float *taps, int count)
{
    float even = 0.0f, odd = 0.0f;
    int k = 0;
    for (; k + 1 < count; k += 2) {
        even = fmaf(window[k], taps[k], even);
        odd = fmaf(window[k + 1], taps[k + 1], odd);
    }
    if (k < count)
        even = fmaf(window[k], taps[k], even);
    return even + odd;
}

__global__ void fir_tile(const float *x, const float *design, float *y, int n, int radius)
{
    __shared__ float tile[TILE + 2 * MAXR];
    __shared__ float h[2 * MAXR + 1];

    int t = threadIdx.x;
    int first = blockIdx.x * TILE;

    for (int i = t; i < 2 * radius + 1; i += blockDim.x)
        h[i] = design[i];
    load_tile(x, tile, first, n, radius);
    __syncthreads();

    int i = first + t;
    if (i < n)
        y[i] = dot_taps(tile + t, h, 2 * radius + 1);
}

// ---- every factor-th sample, the first of each group being kept

__global__ void decimate(const float *full, float *low, int n, int factor)
{
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    int i = k * factor + factor - 1;
    if (i < n)
        low[k] = full[i];
}

// ---- RMS level in dB against full scale, and the peak

__device__ float to_db(float power)
{
    // 10 log10(p); the floor is that of 24 bits
    const float floor_power = 3.5527137e-15f;
    return 10.0f * log10f(fmaxf(power, floor_power));
}

struct Level {
    float power, peak;
};

__device__ Level warp_level(const float *band, int count)
{
    Level l = {0.0f, 0.0f};
    for (int i = threadIdx.x; i < count; i += blockDim.x) {
        float v = band[i];
        l.power = fmaf(v, v, l.power);
        l.peak = fmaxf(l.peak, fabsf(v));
    }
    l.power = warp_sum(l.power);
    l.peak = warp_max(l.peak);
    return l;
}

__global__ void level_db(const float *band, float *db, float *peak, int count)
{
    __shared__ Level part[2];
    Level l = warp_level(band, count);
    if ((threadIdx.x & 31) == 0)
        part[threadIdx.x >> 5] = l;
    __syncthreads();
    if (threadIdx.x == 0) {
        float power = part[0].power + part[1].power;
        *db = to_db(power / (float)count);
        *peak = fmaxf(part[0].peak, part[1].peak);
    }
}
