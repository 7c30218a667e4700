// fpcheck: power_spectrum <<<2, 128>>> x=@b_fftr_x.npy power=empty:2x129 --ref power=@b_fftr_ref.npy --tol rtol=1e-3,atol=1e-3
// expect: error race at line 71
// why: the barrier between the FFT's stages is left out while the butterflies stay within a warp, but the test lets the step to the stage of 64 through too, which reads what other warps may not have written; from FFT kernels of warp-synchronous days
// figure: power[26] computed 1.16836357, MPFR 0.730405942
#include <cuda_runtime.h>

#define N 256
#define LOG_N 8

struct Complex {
    float re, im;
};

__device__ Complex add(Complex a, Complex b)
{
    return {a.re + b.re, a.im + b.im};
}

__device__ Complex subtract(Complex a, Complex b)
{
    return {a.re - b.re, a.im - b.im};
}

__device__ Complex multiply(Complex a, Complex b)
{
    return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

// exp(-i pi k / half)
__device__ Complex twiddle(int k, int half)
{
    Complex w;
    float angle = (float)k / (float)half;
    sincospif(-angle, &w.im, &w.re);
    return w;
}

__device__ int reversed(int i)
{
    return (int)(__brev((unsigned)i) >> (32 - LOG_N));
}

__device__ float hann(int i)
{
    return 0.5f - 0.5f * cospif(2.0f * i / N);
}

__device__ void load_windowed(Complex *s, const float *x)
{
    for (int i = threadIdx.x; i < N; i += blockDim.x) {
        Complex c;
        c.re = x[i] * hann(i);
        c.im = 0.0f;
        s[reversed(i)] = c;
    }
}

__device__ void butterfly(Complex *s, int thread, int half)
{
    int group = thread / half, k = thread % half;
    int low = group * 2 * half + k;
    Complex t = multiply(twiddle(k, half), s[low + half]);
    Complex u = s[low];
    s[low] = add(u, t);
    s[low + half] = subtract(u, t);
}

__device__ void stage_barrier(int half)
{
    // a warp's butterflies work on its own 64 elements while half <= 32
    if (half > 32)
        __syncthreads();
    else
        __syncwarp();
}

__device__ void transform(Complex *s)
{
    for (int half = 1; half < N; half *= 2) {
        butterfly(s, threadIdx.x, half);
        stage_barrier(half);
    }
}

__device__ float square(Complex c)
{
    return c.re * c.re + c.im * c.im;
}

__device__ float one_sided(int k)
{
    return (k == 0 || k == N / 2) ? 1.0f : 2.0f;
}

// one-sided power spectrum of a Hann window of N samples, one block a channel
__global__ void power_spectrum(const float *x, float *power)
{
    __shared__ Complex s[N];
    load_windowed(s, x + blockIdx.x * N);
    __syncthreads();
    transform(s);
    __syncthreads();
    const float norm = 1.0f / N;
    for (int k = threadIdx.x; k <= N / 2; k += blockDim.x)
        power[blockIdx.x * (N / 2 + 1) + k] = one_sided(k) * square(s[k]) * norm;
}
