// fpcheck: zoom_bins <<<1, 32>>> x=[1.25,-0.7285156,1.1367188,-0.6640625,0.609375,-0.7128906,0.11425781,0.08105469,0.043945312,0.12695312,-0.53515625,0.88671875,-1.0849609,1.1757812,-1.2158203,1.2294922,-1.2099609,1.1152344,-0.8798828,0.50097656,-0.17578125,0.17871094,-0.25878906,-0.21777344,0.6191406,-0.3544922,0.8730469,-0.85058594,0.9169922,-1.0380859,1.0019531,-0.8300781,1.0751953,-0.49121094,0.5751953,-0.6035156,0.06933594,0.29492188,-0.3076172,0.2861328] re=empty:16 im=empty:16 strength=empty:16 line=empty:1 first=70001 samples=40 bins=16 grid=131072 want=[11.152736304521206,11.152771950839048,11.152796805515667,11.152810868757676,11.152814140787282,11.152806621842293,11.152788312176112,11.152759212057754,11.152719321771812,11.152668641618465,11.152607171913512,11.152534912988312,11.152451865189835,11.152358028880625,11.152253404438811,11.152137992258123] ref=re=want --tol rtol=1e-5,atol=3e-5
// expect: ok
// why: k^2 wraps modulo 2^32 and the phases are tens of thousands of radians, but 2 N divides 2^32 and the reduction in integers is exact
// figure: re[9] computed 11.15267, MPFR 11.1526686; error 2.5e-06 of 3e-05 allowed
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

// exp(-i pi k^2 / grid). The chirp has period 2 grid in k^2 (grid is a power of two): reduced in
// integers, where nothing is lost, and taken in units of pi.
__device__ Complex chirp(int k, int grid)
{
    unsigned square = (unsigned)k * (unsigned)k; // modulo 2^32, which 2 grid divides
    unsigned reduced = square & (2u * (unsigned)grid - 1u);
    float turns = (float)(int)reduced / (float)grid;
    Complex c;
    sincospif(turns, &c.im, &c.re);
    c.im = -c.im;
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

__global__ void zoom_bins(const float *x, float *re, float *im, float *strength, int *line, int first,
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
