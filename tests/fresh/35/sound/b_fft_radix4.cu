// fpcheck: spectrum <<<2, 64>>> x=@b_r4_x.npy y=empty:2x512 n=256 --ref y=@b_r4_ref.npy --tol rtol=1e-4,atol=2e-5
// expect: ok
// why: a radix 4 FFT that reads all its operands before a barrier and writes after it, in one buffer; twiddles by sincospif of exact fractions; bins that cancel to rounding are within the absolute tolerance
// figure: y: largest error 5.7e-06 (6.61e+09 relative at its worst, largest |value| 256), as simulated
#include <cuda_runtime.h>

// Stockham's radix 4 FFT of 256 complex samples, 64 threads, one shared buffer
namespace fft {

constexpr int N = 256;
constexpr int THREADS = N / 4;

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
    return {fmaf(a.re, b.re, -a.im * b.im), fmaf(a.re, b.im, a.im * b.re)};
}

// -i a
__device__ Complex turned(Complex a)
{
    return {a.im, -a.re};
}

__device__ Complex root(int k, int n)
{
    Complex w;
    sincospif(-2.0f * (float)k / (float)n, &w.im, &w.re);
    return w;
}

struct Four {
    Complex a[4];
};

__device__ Four gather(const Complex *s, int t)
{
    Four f;
    for (int q = 0; q < 4; q++)
        f.a[q] = s[t + q * THREADS];
    return f;
}

__device__ void twist(Four &f, int k, int span)
{
    for (int q = 1; q < 4; q++)
        f.a[q] = f.a[q] * root(k * q, 4 * span);
}

__device__ void butterfly(Four &f)
{
    Complex even = f.a[0] + f.a[2], even_difference = f.a[0] - f.a[2];
    Complex odd = f.a[1] + f.a[3], odd_difference = turned(f.a[1] - f.a[3]);
    f.a[0] = even + odd;
    f.a[1] = even_difference + odd_difference;
    f.a[2] = even - odd;
    f.a[3] = even_difference - odd_difference;
}

__device__ void scatter(Complex *s, const Four &f, int t, int span)
{
    int k = t % span, group = t / span;
    int target = group * 4 * span + k;
    for (int q = 0; q < 4; q++)
        s[target + q * span] = f.a[q];
}

__device__ void stage(Complex *s, int span)
{
    int t = threadIdx.x;
    Four f = gather(s, t);
    __syncthreads();
    twist(f, t % span, span);
    butterfly(f);
    scatter(s, f, t, span);
    __syncthreads();
}

} // namespace fft

__global__ void spectrum(const float *x, float *y, int n)
{
    using namespace fft;
    __shared__ Complex s[N];
    for (int i = threadIdx.x; i < n; i += THREADS) {
        s[i].re = x[2 * (blockIdx.x * n + i)];
        s[i].im = x[2 * (blockIdx.x * n + i) + 1];
    }
    __syncthreads();
    for (int span = 1; span < N; span *= 4)
        stage(s, span);
    for (int i = threadIdx.x; i < n; i += THREADS) {
        y[2 * (blockIdx.x * n + i)] = s[i].re;
        y[2 * (blockIdx.x * n + i) + 1] = s[i].im;
    }
}
