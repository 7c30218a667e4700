// fpcheck: fft256 <<<2, 128>>> re=uniform(-1,1):2x256 im=uniform(-1,1):2x256 out_re=empty:2x256 out_im=empty:2x256
// expect: ok
// 256-point radix-2 decimation-in-time FFT in shared memory, one transform per
// block, one butterfly per thread and stage.
//
// Twiddles come from sincospif of an exactly representable fraction, so that
// there is no argument reduction to lose bits in.
#include <cuda_runtime.h>

#define N 256
#define LOG2N 8
#define HALF_N (N / 2)

/// A complex number.
struct cfloat {
    float x;
    float y;
};

/// Product of two complex numbers.
__device__ __forceinline__ cfloat cmul(cfloat a, cfloat b)
{
    cfloat r;
    r.x = fmaf(a.x, b.x, -(a.y * b.y));
    r.y = fmaf(a.x, b.y, a.y * b.x);
    return r;
}

/// Sum.
__device__ __forceinline__ cfloat cadd(cfloat a, cfloat b)
{
    cfloat r;
    r.x = a.x + b.x;
    r.y = a.y + b.y;
    return r;
}

/// Difference.
__device__ __forceinline__ cfloat csub(cfloat a, cfloat b)
{
    cfloat r;
    r.x = a.x - b.x;
    r.y = a.y - b.y;
    return r;
}

/// exp(-pi i k / half).
__device__ __forceinline__ cfloat twiddle(int k, int half)
{
    cfloat w;
    float s, c;
    sincospif((float)k / (float)half, &s, &c);
    w.x = c;
    w.y = -s;
    return w;
}

/// Reverses the low LOG2N bits.
__device__ __forceinline__ int bit_reverse(int i)
{
    return (int)(__brev((unsigned int)i) >> (32 - LOG2N));
}

__global__ void fft256(const float* __restrict__ re, const float* __restrict__ im,
                       float* __restrict__ out_re, float* __restrict__ out_im)
{
    __shared__ cfloat s[N];

    const int base = blockIdx.x * N;
    const int t = threadIdx.x;

    // Bit-reversed load: two elements per thread.
    for (int i = t; i < N; i += HALF_N) {
        cfloat v;
        v.x = re[base + i];
        v.y = im[base + i];
        s[bit_reverse(i)] = v;
    }
    __syncthreads();

    for (int stage = 1; stage <= LOG2N; ++stage) {
        const int half = 1 << (stage - 1);
        const int k = t & (half - 1);
        const int lo = ((t >> (stage - 1)) << stage) + k;
        const int hi = lo + half;

        const cfloat w = twiddle(k, half);
        const cfloat a = s[lo];
        const cfloat b = cmul(w, s[hi]);
        s[lo] = cadd(a, b);
        s[hi] = csub(a, b);
        __syncthreads();
    }

    for (int i = t; i < N; i += HALF_N) {
        out_re[base + i] = s[i].x;
        out_im[base + i] = s[i].y;
    }
}

/// Launches a batch of transforms.
///
/// The arrays hold batch * 256 values each, transform after transform. The
/// transform is unnormalised, as in FFTW and cuFFT.
cudaError_t fft256_batch(const float* d_re,
                         const float* d_im,
                         float* d_out_re,
                         float* d_out_im,
                         int batch,
                         cudaStream_t stream)
{
    if (batch <= 0) {
        return cudaErrorInvalidValue;
    }
    fft256<<<batch, HALF_N, 0, stream>>>(d_re, d_im, d_out_re, d_out_im);
    return cudaGetLastError();
}

// Inverse transform: swap re and im on input and on output, divide by 256.
// The twiddles could be tabulated in constant memory; sincospif is fast enough.
