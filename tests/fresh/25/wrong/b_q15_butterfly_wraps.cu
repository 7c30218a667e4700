// fpcheck: fft_q15 <<<1, 32>>> x=[30000,-12000,25000,20000,31000,-5000,28000,24000] re=empty:8 im=empty:8 peak=empty:1 want=[4.30297852,-0.0952551374,0.244140625,0.0342199812,2.6550293,0.0342199812,0.244140625,-0.0952551374] ref=re=want --tol rtol=1e-2,atol=5e-3
// expect: error narrowing at line 20
// why: the butterfly adds Q15 numbers without halving them and narrows to short: the sum of eight large samples wraps round
// figure: computed re[0] 0.302887, MPFR 4.30298
#include <cuda_runtime.h>

// Fixed-point FFT of eight samples in Q15, decimation in time, in one warp; for checking the firmware of a sensor.

#define POINTS 8
#define LOG 3

struct Fixed {
    short re, im;
};

// ---------------------------------------------------------------- Q15

__device__ inline short narrow(int x)
{
    return (short)x;
}

// A product of two Q15 numbers, rounded to the nearest, before it is narrowed.
__device__ inline int product(short a, short b)
{
    return (int)a * (int)b;
}

__device__ inline int rounded(int x)
{
    return (x + (1 << 14)) >> 15;
}

__device__ inline short to_q15(float x)
{
    return (short)min(max(__float2int_rn(x * 32768.0f), -32768), 32767);
}

__device__ inline float from_q15(short x)
{
    return (float)x * (1.0f / 32768.0f);
}

// ---------------------------------------------------------------- complex numbers

__device__ inline Fixed plus(Fixed a, int re, int im)
{
    Fixed r;
    r.re = narrow(a.re + re);
    r.im = narrow(a.im + im);
    return r;
}

__device__ inline Fixed twiddle(int k)
{
    float angle = -2.0f * (float)k / (float)POINTS;
    Fixed w;
    w.re = to_q15(cospif(angle));
    w.im = to_q15(sinpif(angle));
    return w;
}

// ---------------------------------------------------------------- order

__device__ inline int reversed(int i)
{
    return (int)(__brev((unsigned)i) >> (32 - LOG));
}

struct Wing {
    int upper, lower, turn;
};

__device__ inline Wing wing_of(int j, int half)
{
    Wing w;
    int group = j / half;
    int inside = j % half;
    w.upper = group * 2 * half + inside;
    w.lower = w.upper + half;
    w.turn = inside * (POINTS / (2 * half));
    return w;
}

// ---------------------------------------------------------------- a butterfly

__device__ inline void butterfly(Fixed *z, int j, int half)
{
    Wing g = wing_of(j, half);
    Fixed a = z[g.upper];
    Fixed b = z[g.lower];
    Fixed w = twiddle(g.turn);
    int re = rounded(product(b.re, w.re) - product(b.im, w.im));
    int im = rounded(product(b.re, w.im) + product(b.im, w.re));
    z[g.upper] = plus(a, re, im);
    z[g.lower] = plus(a, -re, -im);
}

// ---------------------------------------------------------------- the largest bin

__device__ inline int strength(Fixed z)
{
    return (int)z.re * z.re / 2 + (int)z.im * z.im / 2;
}

__device__ inline int strongest(const Fixed *z)
{
    int best = 0;
    for (int k = 1; k < POINTS; k++)
        if (strength(z[k]) > strength(z[best]))
            best = k;
    return best;
}

// ---------------------------------------------------------------- the kernel
//
//   1. load in bit-reversed order
//   2. three passes of four butterflies
//   3. back to numbers

__global__ void fft_q15(const short *x, float *re, float *im, int *peak)
{
    __shared__ Fixed z[POINTS];
    int t = threadIdx.x;

    // 1
    if (t < POINTS) {
        Fixed one = {x[t], 0};
        z[reversed(t)] = one;
    }
    __syncthreads();

    // 2
    for (int half = 1; half < POINTS; half *= 2) {
        if (t < POINTS / 2)
            butterfly(z, t, half);
        __syncthreads();
    }

    // 3
    if (t < POINTS) {
        re[t] = from_q15(z[t].re);
        im[t] = from_q15(z[t].im);
    }
    if (t == 0)
        *peak = strongest(z);
}

// ---------------------------------------------------------------- host

void launch_fft_q15(const short *x, float *re, float *im, int *peak)
{
    fft_q15<<<1, 32>>>(x, re, im, peak);
}
