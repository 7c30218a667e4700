// fpcheck: convolve <<<2, 64>>> signal=uniform(-1,1):2x128 kernel=uniform(-0.5,0.5):2x128 fast=empty:2x128
// fpcheck+ convolve_directly <<<2, 128>>> x=signal h=kernel direct=empty:2x128 n=128 error=empty:2x128:i32 quick=fast
// fpcheck+ channel_power <<<2, 32>>> samples=fast power=empty:2 n=128
// expect: ok
// why: twiddles by sincospif of exact binary fractions, not by repeated multiplication; a stage reads and writes the same two places in one thread, so one barrier after it is enough
// figure: (drawn by numpy) fast[0] computed 1.172738, MPFR 1.172738; all 128 within 9.3e-07 against 1e-5
#include <cuda_runtime.h>

constexpr int LOG_N = 7;
constexpr int N = 1 << LOG_N;
constexpr int THREADS = N / 2;

struct Complex {
    float re, im;
};

__device__ Complex operator+(Complex a, Complex b)
{
    return Complex{a.re + b.re, a.im + b.im};
}

__device__ Complex operator-(Complex a, Complex b)
{
    return Complex{a.re - b.re, a.im - b.im};
}

__device__ Complex operator*(Complex a, Complex b)
{
    return Complex{fmaf(a.re, b.re, -a.im * b.im), fmaf(a.re, b.im, a.im * b.re)};
}

__device__ Complex conjugate(Complex a)
{
    return Complex{a.re, -a.im};
}

__device__ Complex scaled(Complex a, float s)
{
    return Complex{a.re * s, a.im * s};
}

// e^(-i pi fraction)
__device__ Complex unit(float fraction)
{
    float s, c;
    sincospif(fraction, &s, &c);
    return Complex{c, -s};
}

__device__ unsigned reversed(unsigned i)
{
    return __brev(i) >> (32 - LOG_N);
}

__device__ void load_reversed(Complex *buffer, const float *x)
{
    for (int i = threadIdx.x; i < N; i += THREADS)
        buffer[reversed(i)] = Complex{x[i], 0.0f};
    __syncthreads();
}

// In place, from bit-reversed to natural order.
__device__ void transform(Complex *buffer)
{
    int t = threadIdx.x;
    for (int stage = 0; stage < LOG_N; stage++) {
        int half = 1 << stage;
        int position = t & (half - 1);
        int low = ((t >> stage) << (stage + 1)) + position;
        int high = low + half;
        Complex a = buffer[low];
        Complex b = buffer[high] * unit((float)position / (float)half);
        buffer[low] = a + b;
        buffer[high] = a - b;
        __syncthreads();
    }
}

// The inverse by conjugation, through a second buffer for the order.
__device__ void invert(Complex *buffer, Complex *spare)
{
    for (int i = threadIdx.x; i < N; i += THREADS)
        spare[reversed(i)] = conjugate(buffer[i]);
    __syncthreads();
    transform(spare);
    for (int i = threadIdx.x; i < N; i += THREADS)
        buffer[i] = scaled(conjugate(spare[i]), 1.0f / N);
    __syncthreads();
}

__device__ void multiply(Complex *a, const Complex *b)
{
    for (int i = threadIdx.x; i < N; i += THREADS)
        a[i] = a[i] * b[i];
    __syncthreads();
}

// Circular convolution of 128 points by three transforms, a block a channel.
__global__ void convolve(const float *signal, const float *kernel, float *fast)
{
    __shared__ Complex a[N];
    __shared__ Complex b[N];
    load_reversed(a, signal + blockIdx.x * N);
    load_reversed(b, kernel + blockIdx.x * N);
    transform(a);
    transform(b);
    multiply(a, b);
    invert(a, b);
    for (int i = threadIdx.x; i < N; i += THREADS)
        fast[blockIdx.x * N + i] = a[i].re;
}

__device__ float circular_sum(const float *signal, const float *kernel, int i, int n)
{
    float sum = 0.0f;
    float compensation = 0.0f;
    for (int k = 0; k < n; k++) {
        float y = __fsub_rn(__fmul_rn(kernel[k], signal[(i - k) & (n - 1)]), compensation);
        float t = __fadd_rn(sum, y);
        compensation = __fsub_rn(__fsub_rn(t, sum), y);
        sum = t;
    }
    return sum;
}

// The same by the definition, with Kahan's summation; `error` says 1 where the two are further apart than 1e-4.
__global__ void convolve_directly(const float *x, const float *h, float *direct, int n, int *error, const float *quick)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    int first = blockIdx.x * n;
    float sum = circular_sum(x + first, h + first, i, n);
    direct[first + i] = sum;
    error[first + i] = fabsf(sum - quick[first + i]) > 1e-4f;
}

// The mean square of each channel, one warp.
__global__ void channel_power(const float *samples, float *power, int n)
{
    float sum = 0.0f;
    for (int i = threadIdx.x; i < n; i += 32) {
        float v = samples[blockIdx.x * n + i];
        sum = fmaf(v, v, sum);
    }
    for (int d = 16; d; d >>= 1)
        sum += __shfl_xor_sync(0xffffffffu, sum, d);
    if (threadIdx.x == 0)
        power[blockIdx.x] = sum / n;
}
