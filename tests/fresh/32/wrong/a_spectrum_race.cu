// fpcheck: spectrum <<<3, 128>>> x=@a_spectrum_race_x.npy p=empty:3x128 hop=128
// expect: error race at line 78
// why: the barrier between the stages stands in front of the loop only for the load: from half = 64 on, butterflies read what other warps write in the stage before (and within a warp nothing orders the lanes either)
// figure: no certain number: where the threads run one after the other p[123] is 239561000, exact 0.09149733
#include <cuda_runtime.h>

// Power spectrum of windowed frames of 256 samples: a radix-2 FFT in shared memory, 128 threads a frame.

#define LOG_N 8
#define N (1 << LOG_N)
#define THREADS (N / 2)

struct Complex {
    float re, im;
};

__device__ Complex operator+(Complex a, Complex b)
{
    return {a.re + b.re, a.im + b.im};
}

__device__ Complex operator-(Complex a, Complex b)
{
    return {a.re - b.re, a.im - b.im};
}

__device__ Complex operator*(Complex a, Complex b)
{
    return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

__device__ float hann(int i)
{
    return 0.5f - 0.5f * cospif(2.f * i / N);
}

__device__ int bit_reversed(int i)
{
    return (int)(__brev((unsigned)i) >> (32 - LOG_N));
}

// exp(-2 pi i k / length)
__device__ Complex twiddle(int k, int length)
{
    Complex w;
    float s;
    sincospif(2.f * k / length, &s, &w.re);
    w.im = -s;
    return w;
}

__device__ void load_frame(Complex* s, const float* x)
{
    for (int i = threadIdx.x; i < N; i += THREADS) {
        Complex z;
        z.re = x[i] * hann(i);
        z.im = 0.f;
        // decimation in time starts from bit-reversed order
        s[bit_reversed(i)] = z;
    }
}

__device__ void butterfly(Complex* s, int half)
{
    int t = threadIdx.x;
    int k = t & (half - 1);
    int a = ((t - k) << 1) + k;
    int b = a + half;
    Complex u = s[a];
    Complex v = s[b] * twiddle(k, 2 * half);
    s[a] = u + v;
    s[b] = u - v;
}

__device__ void transform(Complex* s)
{
    for (int stage = 0; stage < LOG_N; ++stage) {
        butterfly(s, 1 << stage);
    }
}

__device__ float power(Complex z)
{
    return z.re * z.re + z.im * z.im;
}

// of a bin, per sample
__device__ float density(Complex z)
{
    return power(z) / N;
}

__global__ void spectrum(const float* x, float* p, int hop)
{
    __shared__ Complex s[N];
    load_frame(s, x + blockIdx.x * hop);
    __syncthreads();
    transform(s);
    __syncthreads();
    // bin 0 to N / 2 - 1; the other half mirrors them
    p[blockIdx.x * THREADS + threadIdx.x] = density(s[threadIdx.x]);
}
