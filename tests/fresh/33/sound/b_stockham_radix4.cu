// fpcheck: fft1024 <<<2, 256>>> x=@b_st4_x.npy y=empty:2x1024x2 --ref 'y=@b_st4_y.npy' --tol rtol=1e-5,atol=5e-5
// expect: ok
// why: the transform swaps two shared buffers, so one barrier a stage is enough; twiddles come from sincospif with exact fractions, and multiplications by i are swaps and signs
// figure: y[0, 281, 1] computed -0.373975754, MPFR -0.37398688, worst of 4096, 0.21 of the tolerance
#include <cuda_runtime.h>

constexpr int N = 1024;
constexpr int QUARTER = N / 4;

struct Complex {
    float re, im;
};

__device__ Complex operator+(Complex a, Complex b) { return {a.re + b.re, a.im + b.im}; }
__device__ Complex operator-(Complex a, Complex b) { return {a.re - b.re, a.im - b.im}; }

__device__ Complex operator*(Complex a, Complex b)
{
    return {fmaf(a.re, b.re, -a.im * b.im), fmaf(a.re, b.im, a.im * b.re)};
}

// -i a
__device__ Complex minus_i(Complex a) { return {a.im, -a.re}; }

// exp(-2 pi i k / n); k / n is exact, n is a power of two
__device__ Complex twiddle(int k, int n)
{
    Complex w;
    sincospif(-2.0f * (float)k / (float)n, &w.im, &w.re);
    return w;
}

// four points a quarter of the input apart
struct Four {
    Complex a, b, c, d;
};

// a transform of four points, without multiplications
__device__ Four butterfly(Four v)
{
    Complex s0 = v.a + v.c;
    Complex s1 = v.a - v.c;
    Complex s2 = v.b + v.d;
    Complex s3 = minus_i(v.b - v.d);
    return {s0 + s2, s1 + s3, s0 - s2, s1 - s3};
}

__device__ Four gather(const Complex* from, int j)
{
    return {from[j], from[j + QUARTER], from[j + 2 * QUARTER], from[j + 3 * QUARTER]};
}

__device__ Four twist(Four v, int k, int len)
{
    Complex w1 = twiddle(k, 4 * len);
    Complex w2 = twiddle(2 * k, 4 * len);
    Complex w3 = twiddle(3 * k, 4 * len);
    v.b = v.b * w1;
    v.c = v.c * w2;
    v.d = v.d * w3;
    return v;
}

// results go to where the next pass finds its quarters
__device__ void scatter(Complex* to, Four v, int j, int k, int len)
{
    int base = (j - k) * 4 + k;
    to[base] = v.a;
    to[base + len] = v.b;
    to[base + 2 * len] = v.c;
    to[base + 3 * len] = v.d;
}

__device__ void stage(const Complex* from, Complex* to, int len)
{
    int j = threadIdx.x;
    int k = j & (len - 1);
    Four v = twist(gather(from, j), k, len);
    scatter(to, butterfly(v), j, k, len);
}

// One block transforms 1024 complex numbers: five passes of radix 4 (Stockham)
__global__ void fft1024(const float* x, float* y)
{
    __shared__ Complex buffer[2][N];
    const float* in = x + blockIdx.x * 2 * N;
    float* out = y + blockIdx.x * 2 * N;
    for (int i = threadIdx.x; i < N; i += blockDim.x)
        buffer[0][i] = {in[2 * i], in[2 * i + 1]};
    __syncthreads();
    int now = 0;
    for (int len = 1; len < N; len *= 4) {
        stage(buffer[now], buffer[now ^ 1], len);
        now ^= 1;
        __syncthreads();
    }
    for (int i = threadIdx.x; i < N; i += blockDim.x) {
        out[2 * i] = buffer[now][i].re;
        out[2 * i + 1] = buffer[now][i].im;
    }
}
