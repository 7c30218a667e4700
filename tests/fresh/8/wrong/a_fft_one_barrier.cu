// fpcheck: power_spectrum<<<2, 128>>> x=uniform(-1,1):2x256 window=uniform(0.9,1):256 power=empty:2x129 level=empty:2x16
// expect: error race at line 80
// why: a Stockham pass reads and writes the same buffer with no barrier between the reads of all threads and the writes: fast warps overwrite what slow ones have not read
// figure: power[0]: element 2 t written by thread t of a fast warp before thread 2 t of another has read it: no value is defined, right the periodogram of the windowed frame
#include <cuda_runtime.h>

#define N 256
#define THREADS (N / 2)
#define BANDS 16

// ---------------------------------------------------------------------------
// Power spectrum of a windowed real frame: a complex radix-2 transform of 256
// points in shared memory, self-sorting (Stockham), a butterfly per thread
// and pass.
// ---------------------------------------------------------------------------

struct Complex {
    float re, im;
};

__device__ __forceinline__ Complex make(float re, float im)
{
    Complex c;
    c.re = re;
    c.im = im;
    return c;
}

__device__ __forceinline__ Complex add(Complex a, Complex b)
{
    return make(a.re + b.re, a.im + b.im);
}

__device__ __forceinline__ Complex sub(Complex a, Complex b)
{
    return make(a.re - b.re, a.im - b.im);
}

__device__ __forceinline__ Complex mul(Complex a, Complex b)
{
    return make(a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re);
}

__device__ __forceinline__ float norm(Complex a)
{
    return a.re * a.re + a.im * a.im;
}

// exp(-2 pi i k / m)
__device__ __forceinline__ Complex twiddle(int k, int m)
{
    float s, c;
    sincospif(-2.0f * (float)k / (float)m, &s, &c);
    return make(c, s);
}

// The places of a butterfly: reads t and t + N/2, writes to a group of 2 len.
struct Places {
    int low, high;
    int even, odd;
    int k;
};

__device__ __forceinline__ Places places(int t, int len)
{
    Places p;
    p.k = t & (len - 1);
    p.low = t;
    p.high = t + N / 2;
    p.even = ((t - p.k) << 1) + p.k;
    p.odd = p.even + len;
    return p;
}

__device__ void pass(Complex *data, int t, int len)
{
    Places p = places(t, len);
    Complex a = data[p.low];
    Complex b = mul(data[p.high], twiddle(p.k, 2 * len));
    data[p.even] = add(a, b);
    data[p.odd] = sub(a, b);
}

__device__ void transform(Complex *data, int t)
{
#pragma unroll 1
    for (int len = 1; len < N; len <<= 1) {
        pass(data, t, len);
        __syncthreads();
    }
}

__device__ void load(Complex *data, const float *x, const float *window, int t)
{
    data[t] = make(x[t] * window[t], 0.0f);
    data[t + THREADS] = make(x[t + THREADS] * window[t + THREADS], 0.0f);
}

// One side of the spectrum; all bins but the ends count twice.
__device__ float one_sided(const Complex *data, int bin)
{
    float p = norm(data[bin]) / (float)N;
    bool end = bin == 0 || bin == N / 2;
    return end ? p : 2.0f * p;
}

__device__ void store(const Complex *data, float *power, int t)
{
    power[t] = one_sided(data, t);
    if (t == 0)
        power[N / 2] = one_sided(data, N / 2);
}

// Bands of eight bins each, in decibels.
struct Band {
    int first, last;
};

__device__ __forceinline__ Band band_of(int b)
{
    Band r;
    r.first = 8 * b + 1;
    r.last = r.first + 7;
    return r;
}

__device__ float band_level(const Complex *data, int b)
{
    Band r = band_of(b);
    float sum = 0.0f;
    for (int bin = r.first; bin <= r.last; bin++)
        sum += one_sided(data, bin);
    return 10.0f * log10f(fmaxf(sum, 1.0e-10f));
}

__global__ void power_spectrum(const float *x, const float *window, float *power, float *level)
{
    __shared__ Complex data[N];
    int t = threadIdx.x;
    int frame = blockIdx.x;

    load(data, x + frame * N, window, t);
    __syncthreads();

    transform(data, t);

    store(data, power + frame * (N / 2 + 1), t);
    if (t < BANDS)
        level[frame * BANDS + t] = band_level(data, t);
}
