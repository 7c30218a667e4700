// fpcheck: weigh <<<2, 64>>> echo_re=@a_cfar_re.npy echo_im=@a_cfar_im.npy power=empty:128 cells=128
// fpcheck+ cfar <<<2, 64>>> detected=empty:128 margin=empty:128 factor=6.0
// expect: error race at line 105
// why: there is no barrier between filling the tile and reading the training cells that the other warp loaded
// figure: computed undefined (training cells of the other warp may be unwritten), right: the barrier makes it the sum of 8 powers
#include <cuda_runtime.h>

// Range profile of one pulse: window, power, and a cell-averaging CFAR detector.

#define BLOCK 64
#define GUARD 2
#define TRAIN 8
#define REACH (GUARD + TRAIN)
#define TILE (BLOCK + 2 * REACH)

// ------------------------------------------------------------------ window and power

struct Sample {
    float re, im;
};

__device__ float hamming(int i, int n)
{
    return 0.54f - 0.46f * cospif(2.0f * (float)i / (float)(n - 1));
}

__device__ Sample weighed(Sample s, float w)
{
    return {s.re * w, s.im * w};
}

__device__ float power_of(Sample s)
{
    return s.re * s.re + s.im * s.im;
}

__global__ void weigh(const float *echo_re, const float *echo_im, float *power, int cells)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= cells)
        return;
    Sample s = {echo_re[i], echo_im[i]};
    power[i] = power_of(weighed(s, hamming(i, cells)));
}

// ------------------------------------------------------------------ the tile

// Cells outside the profile mirror those inside.
__device__ int mirrored(int i, int n)
{
    if (i < 0)
        return -i;
    if (i >= n)
        return 2 * n - 2 - i;
    return i;
}

__device__ void fill(float *tile, const float *power, int base, int cells)
{
    for (int k = threadIdx.x; k < TILE; k += BLOCK)
        tile[k] = power[mirrored(base - REACH + k, cells)];
}

// ------------------------------------------------------------------ the detector

struct Noise {
    float leading, lagging;
};

__device__ Noise training(const float *centre)
{
    Noise n = {0.0f, 0.0f};
    for (int k = GUARD + 1; k <= REACH; k++) {
        n.leading += centre[k];
        n.lagging += centre[-k];
    }
    return n;
}

// Greatest-of: the noisier side sets the level, which keeps clutter edges quiet.
__device__ float greatest_of(Noise n)
{
    return fmaxf(n.leading, n.lagging) * (1.0f / TRAIN);
}

// Decibels over the noise, for the operator's display.
__device__ float decibels(float power, float noise)
{
    return 10.0f * log10f(power / noise);
}

__device__ bool local_peak(const float *centre)
{
    return centre[0] >= centre[1] && centre[0] > centre[-1];
}

__global__ void cfar(const float *power, int *detected, float *margin, float factor, int cells)
{
    __shared__ float tile[TILE];
    int t = threadIdx.x;
    int base = blockIdx.x * BLOCK;
    fill(tile, power, base, cells);

    const float *centre = tile + REACH + t;
    Noise noise = training(centre);
    float level = factor * greatest_of(noise);
    int i = base + t;
    if (i < cells) {
        margin[i] = centre[0] - level;
        detected[i] = centre[0] > level && local_peak(centre);
    }
}

// ------------------------------------------------------------------ thinning, for the tracker
//
// Keeps the strongest of detections that are less than `apart` cells from each other.

__global__ void thin(const float *power, const int *detected, int *kept, int apart, int cells)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= cells)
        return;
    int keep = detected[i];
    for (int d = 1; d < apart && keep; d++) {
        int l = i - d;
        int r = i + d;
        if (l >= 0 && detected[l] && power[l] >= power[i])
            keep = 0;
        if (r < cells && detected[r] && power[r] > power[i])
            keep = 0;
    }
    kept[i] = keep;
}

// ------------------------------------------------------------------ ranges
//
// The range of a detection in metres, by the centroid of the three cells around its peak.

__global__ void ranges(const float *power, const int *kept, float *metres, float cell_size, int cells)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= cells)
        return;
    float r = -1.0f;
    if (kept[i]) {
        float l = i > 0 ? power[i - 1] : 0.0f;
        float c = power[i];
        float h = i + 1 < cells ? power[i + 1] : 0.0f;
        float offset = (h - l) / (l + c + h);
        r = ((float)i + offset) * cell_size;
    }
    metres[i] = r;
}
