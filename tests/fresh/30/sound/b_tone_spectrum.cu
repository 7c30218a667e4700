// fpcheck: tone <<<1, 64>>> x=empty:64 n=64
// fpcheck+ spectrum <<<1, 32>>> re=empty:64 im=empty:64 n=64
// fpcheck+ power <<<1, 64>>> p=empty:64 n=64 floor=1e-3 want=[0.0,0.0,0.0,0.0,0.0,1.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0625,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,0.0625,0.0,0.0,0.0,0.0,0.0,0.0,1.0,0.0,0.0,0.0,0.0] ref=p=want --tol rtol=1e-5,atol=1e-5
// expect: ok
// why: most lines of the spectrum of a pure tone are zero, and the transform leaves noise of 1e-6 there by cancellation, wholly wrong in relative terms; it is far below the floor at which power is cut
// figure: p[12]: computed 0.0625 (to an ulp), MPFR 0.0625
// Spectrum of a tone: a fast Fourier transform of 64 points in shared memory (radix 2, Stockham's order).
#include <cuda_runtime.h>

#define N 64
#define HALF (N / 2)

// ------------------------------------------------------------ complex numbers

struct Complex {
    float re, im;
};

__device__ inline Complex make(float re, float im)
{
    Complex c;
    c.re = re;
    c.im = im;
    return c;
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

// exp(-2 pi i k / m), by functions that take half turns and are exact at the quarters.
__device__ inline Complex root_of_unity(int k, int m)
{
    float s, c;
    sincospif(-2.0f * (float)k / (float)m, &s, &c);
    return make(c, s);
}

// ------------------------------------------------------------ the signal

// Cosine of 5 turns with a quarter of a sine of 12 turns over the window.
__global__ void tone(float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float a = cospif(2.0f * (float)((5 * i) % n) / (float)n);
    float b = sinpif(2.0f * (float)((12 * i) % n) / (float)n);
    x[i] = a + 0.25f * b;
}

// ------------------------------------------------------------ one stage

struct Butterfly {
    int from0, from1, to0, to1;
    Complex twiddle;
};

// Stage with runs of length s: thread t takes elements t and t + N/2, and writes them 2 s apart.
__device__ inline Butterfly butterfly(int t, int s)
{
    int k = t / s;    // which run
    int q = t % s;    // place in it
    int m = HALF / s; // number of runs
    Butterfly b;
    b.from0 = t;
    b.from1 = t + HALF;
    b.to0 = q + s * (2 * k);
    b.to1 = q + s * (2 * k + 1);
    b.twiddle = root_of_unity(k, 2 * m);
    return b;
}

__device__ inline void stage(const Complex *from, Complex *to, int t, int s)
{
    Butterfly b = butterfly(t, s);
    Complex u = from[b.from0];
    Complex v = from[b.from1];
    to[b.to0] = u + v;
    to[b.to1] = (u - v) * b.twiddle;
}

// ------------------------------------------------------------ the transform

__device__ void load(Complex *a, const float *x, int t)
{
    a[t] = make(x[t], 0.0f);
    a[t + HALF] = make(x[t + HALF], 0.0f);
}

__device__ void store(const Complex *a, float *re, float *im, int t)
{
    for (int k = t; k < N; k += HALF) {
        re[k] = a[k].re;
        im[k] = a[k].im;
    }
}

__global__ void spectrum(const float *x, float *re, float *im, int n)
{
    __shared__ Complex even[N], odd[N];
    int t = threadIdx.x;
    load(even, x, t);
    __syncthreads();
    Complex *from = even, *to = odd;
    for (int s = 1; s < n; s *= 2) {
        stage(from, to, t, s);
        __syncthreads();
        Complex *other = from;
        from = to;
        to = other;
    }
    store(from, re, im, t);
}

// ------------------------------------------------------------ Hann's window (not launched by the case)

__global__ void hann(float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] *= 0.5f - 0.5f * cospif(2.0f * (float)i / (float)n);
}

// ------------------------------------------------------------ power

__device__ inline float square(float v)
{
    return v * v;
}

// Power of every line, relative to that of a full tone; what is below the floor counts as silence.
__global__ void power(const float *re, const float *im, float *p, int n, float floor)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float scale = 2.0f / (float)n;
    float v = square(re[i] * scale) + square(im[i] * scale);
    p[i] = v > floor ? v : 0.0f;
}
