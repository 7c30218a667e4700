// fpcheck: zoom_spectrum <<<1, 32>>> x=[1.25,-0.7167969,1.0898438,-0.5654297,0.4453125,-0.4794922,-0.18359375,0.4296875,-0.3330078,0.5029297,-0.875,1.1552734,-1.2470703,1.2001953,-1.078125,0.9160156,-0.71875,0.45703125,-0.080078125,-0.4033203,0.7861328,-0.7832031,0.64160156,-0.9951172,1.2148438,-0.71777344,0.96484375,-0.6464844,0.41015625,-0.24121094,-0.052734375,0.43359375,-0.3330078,0.98339844,-0.8808594,0.74609375,-1.0908203,1.1875,-0.87109375,0.4736328,-0.17675781,-0.05078125,0.27246094,-0.51660156,0.7734375,-1.0087891,1.1503906,-1.1025391] re=empty:20 im=empty:20 strength=empty:20 line=empty:1 first=30011 samples=48 bins=20 grid=65536 want=[12.745864374558968,12.746458867653304,12.746982459267695,12.747435152015528,12.747816949089088,12.748127854259478,12.748367871876564,12.748537006868885,12.748635264743518,12.74866265158607,12.748619174060517,12.748504839409094,12.748319655452223,12.748063630588362,12.747736773793877,12.747339094622962,12.746870603207434,12.746331310256654,12.745721227057333,12.74504036547341] ref=re=want --tol rtol=1e-5,atol=3e-5
// expect: error None at line 46
// why: the phase pi k^2/N is up to 4e4 radians before cosf takes it: k^2 and the product are rounded to a spacing of 0.004 rad
// figure: re[1] computed 12.7434, MPFR 12.7464589
// Zoom spectrum by a chirp-z transform (Bluestein).
#include <cuda_runtime.h>

#define MAX_SAMPLES 48
#define MAX_BINS 32
#define LAGS (MAX_SAMPLES + MAX_BINS)

struct Complex {
    float re, im;
};

// ---------------------------------------------------------------- complex numbers

__device__ inline Complex product(Complex a, Complex b)
{
    Complex r;
    r.re = a.re * b.re - a.im * b.im;
    r.im = a.re * b.im + a.im * b.re;
    return r;
}

__device__ inline Complex conjugate(Complex a)
{
    return {a.re, -a.im};
}

__device__ inline void accumulate(Complex &s, Complex a, Complex b)
{
    Complex p = product(a, b);
    s.re += p.re;
    s.im += p.im;
}

// ---------------------------------------------------------------- chirp

// exp(-i pi k^2 / grid): the linear chirp that turns
// a transform on a fine grid of frequencies
// into a convolution
// (Bluestein).
__device__ Complex chirp(int k, int grid)
{
    float phase = 3.14159265f * (float)(k * k) / (float)grid;
    Complex c;
    c.re = cosf(phase);
    c.im = -sinf(phase);
    return c;
}

// ---------------------------------------------------------------- window

// Hann window over all samples.
__device__ float window(int n, int samples)
{
    return 0.5f - 0.5f * cospif(2.0f * ((float)n + 0.5f) / (float)samples);
}

// ---------------------------------------------------------------- stages
//
// n k = (n^2 + k^2 - (k - n)^2) / 2, so a bin is a chirp times a convolution with a chirp.

__device__ void premultiply(const float *x, Complex *scratch, int samples, int grid)
{
    for (int n = threadIdx.x; n < samples; n += blockDim.x) {
        float v = x[n] * window(n, samples);
        Complex c = chirp(n, grid);
        scratch[n].re = v * c.re;
        scratch[n].im = v * c.im;
    }
}

__device__ void filter_taps(Complex *taps, int first, int samples, int bins, int grid)
{
    int lags = samples + bins - 1;
    for (int j = threadIdx.x; j < lags; j += blockDim.x) {
        int lag = first - (samples - 1) + j;
        taps[j] = conjugate(chirp(lag, grid));
    }
}

__device__ Complex convolve(const Complex *scratch, const Complex *taps, int k, int samples)
{
    Complex s = {0.0f, 0.0f};
    for (int n = 0; n < samples; n++)
        accumulate(s, scratch[n], taps[k - n + samples - 1]);
    return s;
}

// ---------------------------------------------------------------- output

__device__ float magnitude(Complex a)
{
    float u = fmaxf(fabsf(a.re), fabsf(a.im));
    float v = fminf(fabsf(a.re), fabsf(a.im));
    if (u == 0.0f)
        return 0.0f;
    float q = v / u;
    return u * sqrtf(1.0f + q * q);
}

// The strongest bin; of equal ones the first.
__device__ int strongest(const float *level, int bins)
{
    int best = 0;
    for (int k = 1; k < bins; k++)
        if (level[k] > level[best])
            best = k;
    return best;
}

__device__ bool fits(int samples, int bins)
{
    return samples <= MAX_SAMPLES && bins <= MAX_BINS;
}

// ---------------------------------------------------------------- kernel
//
// Bins first .. first + bins - 1 of a transform on a grid of `grid` frequencies, of a few real samples.
// A block a record.

__global__ void zoom_spectrum(const float *x, float *re, float *im, float *strength, int *line, int first,
                         int samples, int bins, int grid)
{
    __shared__ Complex scratch[MAX_SAMPLES];
    __shared__ Complex taps[LAGS];
    __shared__ float level[MAX_BINS];

    if (!fits(samples, bins))
        return;
    const float *record = x + blockIdx.x * samples;
    premultiply(record, scratch, samples, grid);
    filter_taps(taps, first, samples, bins, grid);
    __syncthreads();

    for (int k = threadIdx.x; k < bins; k += blockDim.x) {
        Complex s = convolve(scratch, taps, k, samples);
        Complex bin = product(s, chirp(first + k, grid));
        int o = blockIdx.x * bins + k;
        re[o] = bin.re;
        im[o] = bin.im;
        level[k] = magnitude(bin);
        strength[o] = level[k];
    }
    __syncthreads();
    if (threadIdx.x == 0)
        line[blockIdx.x] = first + strongest(level, bins);
}
