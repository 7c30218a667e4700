// fpcheck: spectrum <<<1, 32>>> x=[0.4,-0.56,0.59,0.04,-1.57,1.0,-0.1,0.62,1.84,0.27,-1.07,-0.68,1.02,-1.46,0.26,0.38,-1.15,0.17,0.56,-0.77,-0.48,0.54,-1.3,-0.88,0.95,0.09,-1.42,0.01,1.94,-1.51,0.82,0.76,-0.18,0.61,-0.67,1.54,1.72,-0.88,-0.21,0.13,-0.63,0.35,-1.04,0.58,-0.3,-0.05,0.47,0.93,-0.98,0.79,0.88,-0.12,1.54,-0.76,-0.55,0.38,-0.68,1.39,0.2,1.72,-1.05,-0.95,1.34,-1.05] re=empty:64 im=empty:64 energy=empty:1 want=[3.78,0.268544551,3.09280331,-6.99350445,1.36087129,-4.89909449,-5.09029302,1.511285,1.08456457,7.5286034,4.44519976,5.03442569,-5.9558182,-3.16810623,-0.619341946,-4.04508182,3.63,-9.86600185,2.57928074,-8.5883154,-14.5986219,6.86748777,5.86025582,4.11314557,-7.58456457,9.63804801,6.27787351,14.8973406,5.63356881,-3.26199108,2.25422182,0.243214704,-1.48,0.243214704,2.25422182,-3.26199108,5.63356881,14.8973406,6.27787351,9.63804801,-7.58456457,4.11314557,5.86025582,6.86748777,-14.5986219,-8.5883154,2.57928074,-9.86600185,3.63,-4.04508182,-0.619341946,-3.16810623,-5.9558182,5.03442569,4.44519976,7.5286034,1.08456457,1.511285,-5.09029302,-4.89909449,1.36087129,-6.99350445,3.09280331,0.268544551] ref=re=want --tol rtol=1e-4,atol=2e-5
// expect: ok
// why: source and destination change roles in every pass in two shared buffers with one barrier a pass; twiddles come from exact fractions of a turn
// figure: computed re[0] 3.7799999713897705, MPFR 3.78; error about 1e-6 of 2e-5
#include <cuda_runtime.h>

// Stockham FFT of 64 real samples in shared memory: radix 2, six passes, natural order in and out. 32 threads, one
// butterfly each a pass. Also the energy by Parseval.

#define POINTS 64
#define HALF 32
#define FULL 0xffffffffu

struct Complex {
    float re, im;
};

// ---------------------------------------------------------------- complex numbers

__device__ inline Complex make(float re, float im)
{
    Complex z;
    z.re = re;
    z.im = im;
    return z;
}

__device__ inline Complex operator+(Complex a, Complex b)
{
    return make(a.re + b.re, a.im + b.im);
}

__device__ inline Complex operator-(Complex a, Complex b)
{
    return make(a.re - b.re, a.im - b.im);
}

__device__ inline Complex operator*(Complex a, Complex b)
{
    return make(a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re);
}

__device__ inline float square(Complex a)
{
    return a.re * a.re + a.im * a.im;
}

// exp(-2 pi i k / POINTS)
__device__ inline Complex twiddle(int k)
{
    float s, c;
    sincospif(-(float)k / (float)HALF, &s, &c);
    return make(c, s);
}

// ---------------------------------------------------------------- a pass
//
// With l butterflies groups of m: the butterfly (j, k), j < l, k < m, reads j m + k and HALF further, and writes 2 j m + k
// and m further.

struct Wing {
    int in0, in1, out0, out1, turn;
};

__device__ inline Wing wing_of(int t, int m)
{
    int j = t / m;
    int k = t % m;
    Wing w;
    w.in0 = j * m + k;
    w.in1 = w.in0 + HALF;
    w.out0 = 2 * j * m + k;
    w.out1 = w.out0 + m;
    w.turn = j * m;
    return w;
}

__device__ inline void butterfly(const Complex *from, Complex *to, int t, int m)
{
    Wing w = wing_of(t, m);
    Complex a = from[w.in0];
    Complex b = from[w.in1];
    to[w.out0] = a + b;
    to[w.out1] = (a - b) * twiddle(w.turn);
}

// ---------------------------------------------------------------- sums

__device__ inline float warp_sum(float x)
{
#pragma unroll
    for (int o = 16; o > 0; o >>= 1)
        x += __shfl_xor_sync(FULL, x, o);
    return x;
}

// ---------------------------------------------------------------- the kernel
//
//   1. two samples a thread
//   2. passes with m = 1, 2, 4, .. 32
//   3. two bins a thread
//   4. the energy

__global__ void spectrum(const float *x, float *re, float *im, float *energy)
{
    __shared__ Complex buffers[2][POINTS];
    int t = threadIdx.x;

    // 1
    buffers[0][t] = make(x[t], 0.0f);
    buffers[0][t + HALF] = make(x[t + HALF], 0.0f);

    // 2
    int now = 0;
    for (int m = 1; m < POINTS; m *= 2) {
        __syncthreads();
        butterfly(buffers[now], buffers[now ^ 1], t, m);
        now ^= 1;
    }
    __syncthreads();

    // 3
    Complex low = buffers[now][t];
    Complex high = buffers[now][t + HALF];
    re[t] = low.re;
    im[t] = low.im;
    re[t + HALF] = high.re;
    im[t + HALF] = high.im;

    // 4
    float all = warp_sum(square(low) + square(high));
    if (t == 0)
        *energy = all / (float)POINTS;
}

// ---------------------------------------------------------------- host

struct Spectrum {
    float *re;
    float *im;
    float *energy;
};

void launch_spectrum(const float *x, Spectrum s)
{
    spectrum<<<1, HALF>>>(x, s.re, s.im, s.energy);
}

// ---------------------------------------------------------------- sizes

// Blocks for a number of items.
inline int blocks_of(int items, int each)
{
    return (items + each - 1) / each;
}
