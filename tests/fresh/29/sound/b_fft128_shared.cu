// fpcheck: fft128 <<<2, 64>>> in_re=@b_fft_re.npy in_im=@b_fft_im.npy out_re=empty:2x128 out_im=empty:2x128 inverse=0 want=@b_fft_want_re.npy --ref 'out_re=want' --tol rtol=1e-5,atol=2e-5
// expect: ok
// why: in place in shared memory: each butterfly reads and writes its own two elements, with a barrier between stages
// figure: out_re[1] computed -20.126245, MPFR -20.126245843580982; largest error 4.9e-06 of 2e-5 allowed
#include <cuda_runtime.h>
#include <math.h>

// In-place radix-2 FFT of 128 complex points in shared memory, one block per transform.
// Decimation in time: bit reversal on load, then log2(N) butterfly stages.

#define FFT_N 128
#define FFT_LOG2N 7
#define FFT_THREADS (FFT_N / 2)

struct Complex {
    float re;
    float im;
};

// -----------------------------------------------------------------------------
// Complex arithmetic
// -----------------------------------------------------------------------------

__device__ __forceinline__ Complex make_complex(float re, float im)
{
    Complex c;
    c.re = re;
    c.im = im;
    return c;
}

__device__ __forceinline__ Complex cadd(Complex a, Complex b)
{
    return make_complex(a.re + b.re, a.im + b.im);
}

__device__ __forceinline__ Complex csub(Complex a, Complex b)
{
    return make_complex(a.re - b.re, a.im - b.im);
}

__device__ __forceinline__ Complex cmul(Complex a, Complex b)
{
    return make_complex(a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re);
}

// -----------------------------------------------------------------------------
// Index helpers
// -----------------------------------------------------------------------------

__device__ __forceinline__ int bit_reverse(int i)
{
    return (int)(__brev((unsigned)i) >> (32 - FFT_LOG2N));
}

// exp(-+ 2 pi i k / m). k / m is exact (m is a power of two), so that
// sincospif sees no rounded argument.
__device__ __forceinline__ Complex twiddle(int k, int m, float sign)
{
    float s, c;
    sincospif(2.0f * (float)k / (float)m, &s, &c);
    return make_complex(c, sign * s);
}

// -----------------------------------------------------------------------------
// Butterflies
// -----------------------------------------------------------------------------

__device__ void butterfly_stage(Complex *x, int stage, float sign)
{
    int tid = threadIdx.x;
    int half = 1 << stage;         // half the size of this stage's transforms
    int group = tid >> stage;      // which of them
    int k = tid & (half - 1);      // which butterfly in it
    int i = (group << (stage + 1)) + k;
    int j = i + half;

    Complex w = twiddle(k, 2 * half, sign);
    Complex a = x[i];
    Complex b = cmul(w, x[j]);
    x[i] = cadd(a, b);
    x[j] = csub(a, b);
}

__device__ void load_reversed(const float *re, const float *im, Complex *x)
{
    for (int i = threadIdx.x; i < FFT_N; i += blockDim.x)
        x[bit_reverse(i)] = make_complex(re[i], im[i]);
}

__device__ void store_scaled(const Complex *x, float *re, float *im, float scale)
{
    for (int i = threadIdx.x; i < FFT_N; i += blockDim.x) {
        re[i] = x[i].re * scale;
        im[i] = x[i].im * scale;
    }
}

// -----------------------------------------------------------------------------
// Kernel
// -----------------------------------------------------------------------------

/**
 * @param in_re, in_im    input  [batch x FFT_N]
 * @param out_re, out_im  output [batch x FFT_N]
 * @param inverse         1 for the inverse transform (scaled by 1 / N)
 */
__global__ void fft128(const float *__restrict__ in_re, const float *__restrict__ in_im,
                       float *__restrict__ out_re, float *__restrict__ out_im, int inverse)
{
    __shared__ Complex x[FFT_N];

    int offset = blockIdx.x * FFT_N;
    float sign = inverse ? 1.0f : -1.0f;

    load_reversed(in_re + offset, in_im + offset, x);
    __syncthreads();

    for (int stage = 0; stage < FFT_LOG2N; stage++) {
        butterfly_stage(x, stage, sign);
        __syncthreads();
    }

    float scale = inverse ? 1.0f / (float)FFT_N : 1.0f;
    store_scaled(x, out_re + offset, out_im + offset, scale);
}

// Host launcher
void launch_fft(const float *in_re, const float *in_im, float *out_re, float *out_im,
                int batch, bool inverse)
{
    fft128<<<batch, FFT_THREADS>>>(in_re, in_im, out_re, out_im, inverse ? 1 : 0);
}
