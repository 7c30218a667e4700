// fpcheck: power_spectrum<<<2, 128>>> x=uniform(-1,1):2x256 window=uniform(0.9,1):256 power=empty:2x129 level=empty:2x16
// expect: ok
// why: one barrier per pass is enough here, since a pass reads one buffer and writes the other; after an even number of passes the result is in the first
// figure: power[5], a draw without window: computed 0.96817648, MPFR 0.96817646; largest error 1.0e-07 of the peak, natural 1e-6
#include <cuda_runtime.h>

#define N 256
#define THREADS (N / 2)
#define BANDS 16

// ---------------------------------------------------------------------------
// Power spectrum of a windowed real frame: a complex radix-2 transform of 256
// points in shared memory, self-sorting (Stockham), a butterfly per thread
// and pass. Twiddles come from a table in shared memory.
// ---------------------------------------------------------------------------

struct Complex {
    float re, im;
};

struct Storage {
    Complex data[2][N];
    Complex table[N / 2];
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

// table[k] = exp(-2 pi i k / N)
__device__ void fill_table(Complex *table, int t)
{
    float s, c;
    sincospif(-2.0f * (float)t / (float)N, &s, &c);
    table[t] = make(c, s);
}

// exp(-2 pi i k / m) for m a divisor of N
__device__ __forceinline__ Complex twiddle(const Complex *table, int k, int m)
{
    return table[k * (N / m)];
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

__device__ void pass(const Complex *from, Complex *to, const Complex *table, int t, int len)
{
    Places p = places(t, len);
    Complex a = from[p.low];
    Complex b = mul(from[p.high], twiddle(table, p.k, 2 * len));
    to[p.even] = add(a, b);
    to[p.odd] = sub(a, b);
}

// Returns which buffer holds the result.
__device__ int transform(Storage &s, int t)
{
    int now = 0;
#pragma unroll 1
    for (int len = 1; len < N; len <<= 1) {
        pass(s.data[now], s.data[now ^ 1], s.table, t, len);
        now ^= 1;
        __syncthreads();
    }
    return now;
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
    __shared__ Storage s;
    int t = threadIdx.x;
    int frame = blockIdx.x;

    fill_table(s.table, t);
    load(s.data[0], x + frame * N, window, t);
    __syncthreads();

    int result = transform(s, t);

    store(s.data[result], power + frame * (N / 2 + 1), t);
    if (t < BANDS)
        level[frame * BANDS + t] = band_level(s.data[result], t);
}
