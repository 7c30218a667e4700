// fpcheck: fir <<<2, 64>>> signal=uniform(-1,1):128 taps=const(0.1):9 filtered=empty:128 n=128
// expect: error uninitialised shared memory at line 35
// why: the halo before the tile is filled by threads 0 to TAPS - 3, one too few: its last element is never written, and eight outputs of each block read it
// figure: computed undefined for filtered[0..7], right sum of 0.1 * the samples so far
#include <cuda_runtime.h>

constexpr int TAPS = 9;
constexpr int HALO = TAPS - 1;
constexpr int TILE = 64;

__constant__ float window_gain = 1.0f;

__device__ float sample(const float *signal, int i, int n)
{
    return i >= 0 && i < n ? signal[i] : 0.0f;
}

__device__ float convolve(const float *tile, const float *taps)
{
    float sum = 0.0f;
#pragma unroll
    for (int k = 0; k < TAPS; k++)
        sum += taps[k] * tile[HALO + threadIdx.x - k];
    return sum;
}

// y[i] = sum over k of taps[k] x[i - k], with zeros before the start.
__global__ void fir(const float *signal, const float *taps, float *filtered, int n)
{
    __shared__ float tile[TILE + HALO];
    __shared__ float weights[TAPS];
    int t = threadIdx.x;
    int i = blockIdx.x * TILE + t;
    tile[HALO + t] = sample(signal, i, n);
    if (t < HALO - 1)
        tile[t] = sample(signal, i - HALO, n);
    if (t < TAPS)
        weights[t] = taps[t] * window_gain;
    __syncthreads();
    float y = convolve(tile, weights);
    if (i < n)
        filtered[i] = y;
}
