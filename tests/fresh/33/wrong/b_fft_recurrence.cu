// fpcheck: fft_radix2 <<<1, 256>>> x=@b_fft_x.npy re=empty:4096 im=empty:4096 --ref 're=@b_fft_re.npy' --ref 'im=@b_fft_im.npy' --tol rtol=1e-5,atol=2e-4
// expect: error mismatch at line 32
// why: the twiddle factors come from repeated multiplication by one rounded root, whose error is raised to the 2047th power; the advice against the recurrence is as old as the FFT (Numerical Recipes, FFTW's FAQ)
// figure: im[1739] computed 5.82674408, MPFR 5.83182312
#include <cuda_runtime.h>

constexpr int N = 4096;
constexpr int LOG = 12;
constexpr int T = 256;

struct Complex {
    float re, im;
};

__device__ Complex operator*(Complex a, Complex b)
{
    return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

__device__ Complex operator+(Complex a, Complex b) { return {a.re + b.re, a.im + b.im}; }
__device__ Complex operator-(Complex a, Complex b) { return {a.re - b.re, a.im - b.im}; }

// table[k] = exp(-2 pi i k / N), k < N/2: thread 0 makes them one from the other
__device__ void make_twiddles(Complex* table)
{
    if (threadIdx.x != 0)
        return;
    Complex root = {cosf(6.28318530718f / N), -sinf(6.28318530718f / N)};
    Complex w = {1.0f, 0.0f};
    for (int k = 0; k < N / 2; ++k) {
        table[k] = w;
        w = w * root;
    }
}

__device__ void load_reversed(const float* x, Complex* data)
{
    for (int i = threadIdx.x; i < N; i += T) {
        int j = __brev(i) >> (32 - LOG);
        data[j] = {x[i], 0.0f};
    }
}

__device__ void butterflies(Complex* data, const Complex* table, int stage)
{
    int half = 1 << stage;
    int stride = N >> (stage + 1);
    for (int b = threadIdx.x; b < N / 2; b += T) {
        int k = b & (half - 1);
        int i = ((b >> stage) << (stage + 1)) + k;
        int j = i + half;
        Complex t = data[j] * table[k * stride];
        Complex u = data[i];
        data[i] = u + t;
        data[j] = u - t;
    }
}

__global__ void fft_radix2(const float* x, float* re, float* im)
{
    __shared__ Complex data[N];
    __shared__ Complex table[N / 2];
    make_twiddles(table);
    load_reversed(x, data);
    __syncthreads();
    for (int stage = 0; stage < LOG; ++stage) {
        butterflies(data, table, stage);
        __syncthreads();
    }
    for (int i = threadIdx.x; i < N; i += T) {
        re[i] = data[i].re;
        im[i] = data[i].im;
    }
}
