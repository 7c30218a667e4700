// fpcheck: power_spectrum <<<B, 64>>> signal=randn:2x128 power=empty:2x65 B=2
// expect: error race at line 87
// why: stages whose butterflies stay within 32 neighbours skip the barrier "as a warp runs in step"; no __syncwarp orders their reads after the writes of other lanes
// figure: computed undefined (lanes read what others of the warp are about to write), MPFR the spectrum (power[3])
#include <cuda_runtime.h>

// The power spectrum of 128 real samples: windowed, as one complex transform in shared memory, radix 2, decimation in frequency.

constexpr int N = 128;
constexpr int LOG_N = 7;
constexpr int THREADS = N / 2;

struct Complex
{
    float re;
    float im;
};

__device__ __forceinline__ Complex make_complex(float re, float im)
{
    Complex c;
    c.re = re;
    c.im = im;
    return c;
}

__device__ __forceinline__ Complex add(Complex a, Complex b)
{
    return make_complex(a.re + b.re, a.im + b.im);
}

__device__ __forceinline__ Complex subtract(Complex a, Complex b)
{
    return make_complex(a.re - b.re, a.im - b.im);
}

__device__ __forceinline__ Complex multiply(Complex a, Complex b)
{
    return make_complex(a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re);
}

// exp(-2 pi i k / length)
__device__ __forceinline__ Complex twiddle(int k, int length)
{
    float s, c;
    sincospif(-2.0f * (float)k / (float)length, &s, &c);
    return make_complex(c, s);
}

__device__ __forceinline__ int reverse_bits(int i)
{
    return (int)(__brev((unsigned)i) >> (32 - LOG_N));
}

// Hann window
__device__ __forceinline__ float window(int i)
{
    float s = sinpif((float)i / (float)N);
    return s * s;
}

__device__ void load(Complex *data, const float *signal)
{
    for (int i = threadIdx.x; i < N; i += THREADS)
        data[i] = make_complex(signal[i] * window(i), 0.0f);
}

struct Pair
{
    int first;
    int second;
    int k;
};

// The butterfly of a thread in the stage whose halves have this length.
__device__ __forceinline__ Pair butterfly_of(int thread, int half)
{
    Pair p;
    p.k = thread & (half - 1);
    p.first = 2 * (thread - p.k) + p.k;
    p.second = p.first + half;
    return p;
}

__device__ __forceinline__ void butterfly(Complex *data, Pair p, int half)
{
    Complex a = data[p.first];
    Complex b = data[p.second];
    data[p.first] = add(a, b);
    data[p.second] = multiply(subtract(a, b), twiddle(p.k, 2 * half));
}

__device__ void transform(Complex *data)
{
    for (int half = N / 2; half > 0; half >>= 1) {
        butterfly(data, butterfly_of(threadIdx.x, half), half);
        // A warp owns 64 consecutive elements from here on.
        if (half > 32)
            __syncthreads();
    }
    __syncthreads();
}

__device__ __forceinline__ float norm(Complex c)
{
    return c.re * c.re + c.im * c.im;
}

__device__ float energy_scale()
{
    // The sum of the squared Hann window is 3 N / 8.
    return 1.0f / (0.375f * (float)N);
}

__device__ void store(float *power, const Complex *data)
{
    float scale = energy_scale();
    for (int i = threadIdx.x; i <= N / 2; i += THREADS) {
        float p = norm(data[reverse_bits(i)]) * scale;
        bool twice = i != 0 && i != N / 2;
        power[i] = twice ? 2.0f * p : p;
    }
}

__global__ void power_spectrum(const float *signal, float *power)
{
    __shared__ Complex data[N];

    load(data, signal + blockIdx.x * N);
    __syncthreads();
    transform(data);
    store(power + blockIdx.x * (N / 2 + 1), data);
}

// The other direction, for filters that work on the spectrum: conjugate, transform, conjugate.
__global__ void inverse_transform(const Complex *spectrum, Complex *signal)
{
    __shared__ Complex data[N];

    for (int i = threadIdx.x; i < N; i += THREADS) {
        Complex c = spectrum[blockIdx.x * N + i];
        data[i] = make_complex(c.re, -c.im);
    }
    __syncthreads();
    transform(data);
    for (int i = threadIdx.x; i < N; i += THREADS) {
        Complex c = data[reverse_bits(i)];
        signal[blockIdx.x * N + i] = make_complex(c.re / (float)N, -c.im / (float)N);
    }
}
