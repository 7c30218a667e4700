// fpcheck: dft_bins <<<1, 32>>> signal=@b_dft_signal.npy bins=[1,17,333,1001,1499,1733,1999,1998] re=empty:8 im=empty:8 power=empty:8 n=2000 num_bins=8 window=0 want=[0.5031415874858796,0.5533816897587605,1.365501330253019,0.49685841251412044,-1.499995065201858,-0.24384512980702505,-0.5031415874858796,-0.006283143965558951] --ref 'im=want' --tol rtol=1e-5,atol=1e-5
// expect: error mismatch at line 69
// why: __sincosf of an angle of thousands of radians: k*t is not reduced modulo n and the fast functions are good in [-pi, pi] only
// figure: im[7] computed about -0.006903, MPFR -0.006283143965558951
#include <cuda_runtime.h>
#include <math.h>

// Tiled direct DFT: evaluates arbitrary frequency bins of a windowed signal.
// Useful where only few bins are wanted, so that an FFT would not pay.

#define TWO_PI 6.283185307179586f
#define TILE_SIZE 128

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

__device__ __forceinline__ Complex cscale(Complex a, float s)
{
    return make_complex(a.re * s, a.im * s);
}

__device__ __forceinline__ float cabs2(Complex a)
{
    return a.re * a.re + a.im * a.im;
}

// -----------------------------------------------------------------------------
// Window functions
// -----------------------------------------------------------------------------

enum WindowType { WINDOW_RECT = 0, WINDOW_TRIANGLE = 1 };

__device__ __forceinline__ float window_value(int type, int i, int n)
{
    if (type == WINDOW_TRIANGLE) {
        float half = 0.5f * (float)(n - 1);
        return 1.0f - fabsf(((float)i - half) / half);
    }
    return 1.0f;
}

// -----------------------------------------------------------------------------
// Twiddle factor exp(-2 pi i k t / n)
// -----------------------------------------------------------------------------

__device__ __forceinline__ Complex twiddle(int k, int t, int n)
{
    float angle = -TWO_PI * (float)k * (float)t / (float)n;
    float s, c;
    __sincosf(angle, &s, &c);
    return make_complex(c, s);
}

// -----------------------------------------------------------------------------
// Loads one tile of the windowed signal
// -----------------------------------------------------------------------------

__device__ void load_tile(const float *__restrict__ signal, float *tile, int base, int n,
                          int window)
{
    for (int i = threadIdx.x; i < TILE_SIZE; i += blockDim.x) {
        int t = base + i;
        tile[i] = t < n ? signal[t] * window_value(window, t, n) : 0.0f;
    }
}

__device__ Complex accumulate_tile(const float *tile, int k, int base, int n, Complex acc)
{
    int count = min(TILE_SIZE, n - base);
    for (int i = 0; i < count; i++) {
        if (tile[i] == 0.0f)
            continue; // sparse signals: an event list on a grid
        acc = cadd(acc, cscale(twiddle(k, base + i, n), tile[i]));
    }
    return acc;
}

// -----------------------------------------------------------------------------
// Kernel: one thread per frequency bin
// -----------------------------------------------------------------------------

/**
 * @param signal   real input                        [n]
 * @param bins     frequency indices                 [num_bins]
 * @param re, im   the spectrum at those bins        [num_bins]
 * @param power    |X|^2 / n                         [num_bins]
 */
__global__ void dft_bins(const float *__restrict__ signal, const int *__restrict__ bins,
                         float *__restrict__ re, float *__restrict__ im,
                         float *__restrict__ power, int n, int num_bins, int window)
{
    __shared__ float tile[TILE_SIZE];

    int idx = blockIdx.x * blockDim.x + threadIdx.x;
    int k = idx < num_bins ? bins[idx] : 0;

    Complex acc = make_complex(0.0f, 0.0f);
    for (int base = 0; base < n; base += TILE_SIZE) {
        load_tile(signal, tile, base, n, window);
        __syncthreads();
        acc = accumulate_tile(tile, k, base, n, acc);
        __syncthreads();
    }

    if (idx < num_bins) {
        re[idx] = acc.re;
        im[idx] = acc.im;
        power[idx] = cabs2(acc) / (float)n;
    }
}

// Host launcher
void launch_dft(const float *signal, const int *bins, float *re, float *im, float *power,
                int n, int num_bins, int window)
{
    int threads = 32;
    int blocks = (num_bins + threads - 1) / threads;
    dft_bins<<<blocks, threads>>>(signal, bins, re, im, power, n, num_bins, window);
}
