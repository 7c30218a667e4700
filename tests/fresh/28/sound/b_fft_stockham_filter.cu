// fpcheck: low_pass <<<B, 32>>> signal=@b_fft_x.npy filtered=empty:2x64 B=2 cutoff=9.5 ref=filtered=@b_fft_y.npy --tol rtol=1e-4,atol=2e-5
// expect: ok
// why: Stockham stages go back and forth between two shared buffers with a barrier each; the barrier count is the same in all threads, and the twiddles come from sincospi
// figure: computed -0.0577807948, MPFR -0.0577808978 (worst element of a float model of the kernel: error 1e-07, tolerance 2.6e-05)
#include <cuda_runtime.h>

// A smooth low pass of 64 real samples: forward transform, gain, backward transform, all in shared memory.

constexpr int N = 64;
constexpr int THREADS = N / 2;

struct Complex
{
    float re;
    float im;

    __device__ static Complex make(float re, float im)
    {
        Complex c;
        c.re = re;
        c.im = im;
        return c;
    }
};

__device__ __forceinline__ Complex operator+(Complex a, Complex b)
{
    return Complex::make(a.re + b.re, a.im + b.im);
}

__device__ __forceinline__ Complex operator-(Complex a, Complex b)
{
    return Complex::make(a.re - b.re, a.im - b.im);
}

__device__ __forceinline__ Complex operator*(Complex a, Complex b)
{
    return Complex::make(a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re);
}

__device__ __forceinline__ Complex operator*(Complex a, float s)
{
    return Complex::make(a.re * s, a.im * s);
}

enum Direction
{
    FORWARD,
    BACKWARD
};

// exp(-+ pi i k / half); k / half is exact.
template <Direction DIRECTION>
__device__ __forceinline__ Complex twiddle(int k, int half)
{
    float s, c;
    sincospif((float)k / (float)half, &s, &c);
    return Complex::make(c, DIRECTION == FORWARD ? -s : s);
}

// One stage: groups of length 2 * half in the output, taken from halves that lie N/2 apart in the input.
template <Direction DIRECTION>
__device__ void stage(const Complex *from, Complex *to, int half)
{
    int t = threadIdx.x;
    int k = t % half;
    int block = t / half;
    Complex a = from[t];
    Complex b = from[t + N / 2] * twiddle<DIRECTION>(k, half);
    to[block * 2 * half + k] = a + b;
    to[block * 2 * half + k + half] = a - b;
}

// Leaves the result in the buffer that it returns.
template <Direction DIRECTION>
__device__ Complex *transform(Complex *data, Complex *scratch)
{
    for (int half = 1; half < N; half *= 2) {
        stage<DIRECTION>(data, scratch, half);
        __syncthreads();
        Complex *other = data;
        data = scratch;
        scratch = other;
    }
    return data;
}

// 1 up to the cutoff, then a Gaussian; the frequencies of the upper half are negative ones.
__device__ float gain(int bin, float cutoff)
{
    int frequency = bin <= N / 2 ? bin : N - bin;
    float over = (float)frequency - cutoff;
    if (over <= 0.0f)
        return 1.0f;
    return expf(-0.5f * over * over);
}

__device__ void load(Complex *data, const float *signal)
{
    for (int i = threadIdx.x; i < N; i += THREADS)
        data[i] = Complex::make(signal[i], 0.0f);
}

__device__ void apply_gain(Complex *data, float cutoff)
{
    for (int i = threadIdx.x; i < N; i += THREADS)
        data[i] = data[i] * gain(i, cutoff);
}

__device__ void store(float *filtered, const Complex *data)
{
    for (int i = threadIdx.x; i < N; i += THREADS)
        filtered[i] = data[i].re * (1.0f / (float)N);
}

__global__ void low_pass(const float *signal, float *filtered, float cutoff)
{
    __shared__ Complex first[N];
    __shared__ Complex second[N];

    load(first, signal + blockIdx.x * N);
    __syncthreads();

    Complex *spectrum = transform<FORWARD>(first, second);
    apply_gain(spectrum, cutoff);
    __syncthreads();

    Complex *scratch = spectrum == first ? second : first;
    Complex *result = transform<BACKWARD>(spectrum, scratch);
    store(filtered + blockIdx.x * N, result);
}

// The gain alone, for plots.
__global__ void response(float *out, float cutoff)
{
    for (int i = threadIdx.x; i <= N / 2; i += THREADS)
        out[i] = gain(i, cutoff);
}

// Energy of a row in time and in frequency; Parseval says that they agree.
__global__ void energies(const float *signal, float *time, float *frequency)
{
    __shared__ Complex first[N];
    __shared__ Complex second[N];

    const float *mine = signal + blockIdx.x * N;
    load(first, mine);
    __syncthreads();
    Complex *spectrum = transform<FORWARD>(first, second);
    float a = 0.0f;
    float b = 0.0f;
    for (int i = threadIdx.x; i < N; i += THREADS) {
        a += mine[i] * mine[i];
        b += spectrum[i].re * spectrum[i].re + spectrum[i].im * spectrum[i].im;
    }
    for (int o = 16; o > 0; o >>= 1) {
        a += __shfl_xor_sync(0xffffffffu, a, o);
        b += __shfl_xor_sync(0xffffffffu, b, o);
    }
    if (threadIdx.x == 0) {
        time[blockIdx.x] = a;
        frequency[blockIdx.x] = b / (float)N;
    }
}
