// fpcheck: interpolate <<<1, 64>>> in=[0,0,0,32000,32000,32000,32000,32000,-32000,-32000,-32000,-32000,100,2000,-3000,0] out=empty:48 peak=inout:[0] n=16 want=[0,784,1221,0,-2539,-3729,0,9777,22223,32000,32767,32767,32000,30861,31570,32000,30609,29599,32000,32767,32767,32000,12445,-12445,-32000,-32768,-32768,-32000,-28774,-29217,-32000,-32768,-32768,-32000,-22469,-10137,100,4892,4664,2000,-769,-2458,-3000,-2561,-1319,0,551,363]:i16 --ref out=want --tol rtol=0,atol=1
// expect: error conversion at line 80
// why: the interpolator overshoots beside a jump, and a rounded integer beyond 32767 is narrowed to 16 bits: it wraps to the other sign
// figure: computed out[20] = -26077 (from 39458.935), right 32767
// Sound at three times the rate: a polyphase interpolator, 16-bit samples in and out, a windowed sinc between them.
#include <cuda_runtime.h>

#define PHASES 3
#define TAPS 8
#define HALF (TAPS / 2)
#define PI_F 3.14159265f

// ---------------------------------------------------------------- the prototype

// sin(pi x) / (pi x)
__device__ float sinc(float x)
{
    if (fabsf(x) < 1e-4f)
        return 1.0f;
    return sinpif(x) / (PI_F * x);
}

// Hann's window over the taps, one in the middle and zero at HALF.
__device__ float window(float x)
{
    float u = x / (float)HALF;
    if (fabsf(u) >= 1.0f)
        return 0.0f;
    return 0.5f + 0.5f * cospif(u);
}

__device__ float prototype(float x)
{
    return sinc(x) * window(x);
}

// Distance of tap k from an output that is phase / PHASES behind its input.
__device__ float distance(int phase, int k)
{
    return (float)(k - HALF + 1) - (float)phase / (float)PHASES;
}

// ---------------------------------------------------------------- the bank of filters in shared memory

__device__ void fill_bank(float *bank, int thread, int threads)
{
    for (int c = thread; c < PHASES * TAPS; c += threads) {
        int phase = c / TAPS;
        int k = c - phase * TAPS;
        bank[c] = prototype(distance(phase, k));
    }
}

// Every phase passes a constant unchanged.
__device__ void normalise_bank(float *bank, int thread)
{
    if (thread >= PHASES)
        return;
    float *mine = bank + thread * TAPS;
    float sum = 0.0f;
    for (int k = 0; k < TAPS; k++)
        sum += mine[k];
    float inverse = 1.0f / sum;
    for (int k = 0; k < TAPS; k++)
        mine[k] *= inverse;
}

// ---------------------------------------------------------------- samples

// Samples before the start and behind the end are silent.
__device__ float sample(const short *in, int i, int n)
{
    if (i < 0 || i >= n)
        return 0.0f;
    return (float)in[i];
}

__device__ short to_sample(float x)
{
    return (short)__float2int_rn(x);
}

// ---------------------------------------------------------------- one output

__device__ float filtered(const short *in, const float *coefficients, int centre, int n)
{
    float sum = 0.0f;
    for (int k = 0; k < TAPS; k++) {
        int i = centre + k - HALF + 1;
        sum = fmaf(coefficients[k], sample(in, i, n), sum);
    }
    return sum;
}

struct Place {
    int centre; // input at or before the output
    int phase;
};

__device__ Place place_of(int output)
{
    Place p;
    p.centre = output / PHASES;
    p.phase = output - p.centre * PHASES;
    return p;
}

// ---------------------------------------------------------------- levels
//
// A meter shows the largest magnitude of the output. It is kept as an integer, since an atomic maximum of floats does
// not exist; the magnitude of the most negative sample is 32768, which does not fit a short.

__device__ int magnitude(short s)
{
    int wide = s;
    return wide < 0 ? -wide : wide;
}

__device__ int warp_max(int v)
{
    for (int offset = 16; offset > 0; offset >>= 1)
        v = max(v, __shfl_xor_sync(0xffffffffu, v, offset));
    return v;
}

// ---------------------------------------------------------------- the kernel: one thread an output
//
// out[3 i] is in[i] itself: of the first phase all taps but one are zeros of the sinc.

__global__ void interpolate(const short *in, short *out, int *peak, int n)
{
    __shared__ float bank[PHASES * TAPS];
    fill_bank(bank, threadIdx.x, blockDim.x);
    __syncthreads();
    normalise_bank(bank, threadIdx.x);
    __syncthreads();

    int j = blockIdx.x * blockDim.x + threadIdx.x;
    int loud = 0;
    if (j < n * PHASES) {
        Place p = place_of(j);
        float y = filtered(in, bank + p.phase * TAPS, p.centre, n);
        short s = to_sample(y);
        out[j] = s;
        loud = magnitude(s);
    }
    loud = warp_max(loud);
    if ((threadIdx.x & 31) == 0)
        atomicMax(peak, loud);
}
