// fpcheck: strongest_line <<<1, 64>>> x=@a_spectral_x.npy bin=empty:1:i32 level=empty:1 --ref bin=@a_spectral_bin.npy
// expect: error flip at line 91
// why: the key for the maximum keeps the top 16 bits of the power and puts the bin into the low 16: two lines whose powers differ by 0.1 % look equal, and the lower bin wins though the other one is stronger
// figure: bin: computed 20, MPFR 40 (powers 1024.00 and 1024.82)
// The strongest line in the spectrum of 128 samples: window, FFT, power, argmax.
#include <cuda_runtime.h>

#define N 128
#define LOG_N 7
#define THREADS 64

struct Complex {
    float re, im;
};

// ---------------------------------------------------------------- complex arithmetic

__device__ inline Complex operator+(Complex a, Complex b)
{
    return {a.re + b.re, a.im + b.im};
}

__device__ inline Complex operator-(Complex a, Complex b)
{
    return {a.re - b.re, a.im - b.im};
}

__device__ inline Complex operator*(Complex a, Complex b)
{
    return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

__device__ inline float power(Complex z)
{
    return z.re * z.re + z.im * z.im;
}

// exp(-2 pi i k / N)
__device__ inline Complex twiddle(int k)
{
    float s, c;
    sincospif(-2.0f * (float)k / (float)N, &s, &c);
    return {c, s};
}

// ---------------------------------------------------------------- window

// Periodic Hann window.
__device__ inline float hann(int i)
{
    return 0.5f - 0.5f * cospif(2.0f * (float)i / (float)N);
}

__device__ void load_windowed(Complex *v, const float *x)
{
    for (int i = threadIdx.x; i < N; i += THREADS)
        v[__brev((unsigned)i) >> (32 - LOG_N)] = {x[i] * hann(i), 0.0f};
    __syncthreads();
}

// ---------------------------------------------------------------- FFT

__device__ inline void butterfly(Complex &a, Complex &b, Complex w)
{
    Complex t = b * w;
    b = a - t;
    a = a + t;
}

__device__ void fft(Complex *v)
{
    int k = threadIdx.x;
    for (int half = 1; half < N; half <<= 1) {
        int within = k & (half - 1);
        int i = 2 * (k - within) + within;
        Complex a = v[i];
        Complex b = v[i + half];
        butterfly(a, b, twiddle(within * (N / (2 * half))));
        v[i] = a;
        v[i + half] = b;
        __syncthreads();
    }
}

// ---------------------------------------------------------------- argmax

// Power in the high part, complement of the bin in the low part: the maximum is the strongest, of equals the first.
// Powers are not negative, so their bits compare as they do.
__device__ inline unsigned make_key(float p, int bin)
{
    return (__float_as_uint(p) & 0xffff0000u) | (0xffffu - (unsigned)bin);
}

__device__ inline int bin_of(unsigned key)
{
    return (int)(0xffffu - (key & 0xffffu));
}

__device__ unsigned warp_max(unsigned key)
{
    for (int o = 16; o > 0; o >>= 1) {
        unsigned other = __shfl_xor_sync(0xffffffffu, key, o);
        key = other > key ? other : key;
    }
    return key;
}

__device__ unsigned block_max(unsigned key)
{
    __shared__ unsigned warps[THREADS / 32];
    key = warp_max(key);
    if (threadIdx.x % 32 == 0)
        warps[threadIdx.x / 32] = key;
    __syncthreads();
    unsigned best = warps[0];
    for (int w = 1; w < THREADS / 32; w++)
        best = warps[w] > best ? warps[w] : best;
    return best;
}

// ---------------------------------------------------------------- the kernel

// Amplitude of a sine from the power of its line: the Hann window halves it, and half of it is at negative frequency.
__device__ inline float amplitude(float p)
{
    return 4.0f / (float)N * sqrtf(p);
}

// Bins 1 to N/2-1: neither the mean nor the Nyquist line.
__device__ inline bool is_line(int bin)
{
    return bin >= 1 && bin < N / 2;
}

__global__ void strongest_line(const float *x, int *bin, float *level)
{
    __shared__ Complex v[N];
    load_windowed(v, x);
    fft(v);

    int mine = threadIdx.x;
    float p = is_line(mine) ? power(v[mine]) : 0.0f;
    unsigned best = block_max(make_key(p, mine));

    if (threadIdx.x == 0) {
        int b = bin_of(best);
        bin[0] = b;
        level[0] = amplitude(power(v[b]));
    }
}
