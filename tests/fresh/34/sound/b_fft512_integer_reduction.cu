// fpcheck: fft512 <<<1, 256>>> re=@b_fft512_integer_reduction_re.npy im=@b_fft512_integer_reduction_im.npy out_re=empty:512 out_im=empty:512 --ref out_re=@b_fft512_integer_reduction_ref_out_re.npy --ref out_im=@b_fft512_integer_reduction_ref_out_im.npy --tol rtol=1e-5,atol=1e-4
// fpcheck+ power <<<2, 256>>> out_re=out_re out_im=out_im p=empty:512 n=512
// expect: ok
// why: an angle's number overflows 32 bits and shared memory is read and written in one stage without a barrier between: wrapping is harmless modulo powers of two, and butterflies own their two elements
// figure: out_re[340] computed -1.48717594, exact -1.48716945 (error 6.5e-06, 0.057 of the tolerance; worst of 512)
#include <cuda_runtime.h>

// A radix-2 decimation-in-time FFT of 512 points in shared memory, 256 threads, one butterfly each per stage. The running
// number of a butterfly numbers its angle; multiples of a whole turn are taken off in integers, before there is any rounding.

constexpr int N = 512;
constexpr int LOG2N = 9;

struct Cplx {
    float re, im;
};

__device__ __forceinline__ Cplx make(float re, float im)
{
    Cplx c;
    c.re = re;
    c.im = im;
    return c;
}

__device__ __forceinline__ Cplx add(const Cplx& a, const Cplx& b)
{
    return make(a.re + b.re, a.im + b.im);
}

__device__ __forceinline__ Cplx sub(const Cplx& a, const Cplx& b)
{
    return make(a.re - b.re, a.im - b.im);
}

__device__ __forceinline__ Cplx mul(const Cplx& a, const Cplx& b)
{
    return make(fmaf(a.re, b.re, -a.im * b.im), fmaf(a.re, b.im, a.im * b.re));
}

__device__ __forceinline__ int reversed(int i)
{
    return (int)(__brev((unsigned)i) >> (32 - LOG2N));
}

// exp(-2 pi i j / span): span is a power of two, so j & (span - 1) is the residue and j / span is exact
__device__ __forceinline__ Cplx twiddle(unsigned j, unsigned span)
{
    const unsigned r = j & (span - 1u);
    float s, c;
    sincospif(-2.0f * (float)r / (float)span, &s, &c);
    return make(c, s);
}

// The number is meant to wrap: 2^32 is a multiple of every span.
__device__ __forceinline__ unsigned running_number(int group, int j, int span)
{
    return (unsigned)j + (unsigned)span * 2654435761u * (unsigned)(group + 1);
}

__device__ __forceinline__ void butterfly(Cplx* s, int t, int half)
{
    const int group = t / half, j = t % half;
    const int span = 2 * half;
    const int lo = group * span + j, hi = lo + half;
    const Cplx w = twiddle(running_number(group, j, span), (unsigned)span);
    const Cplx a = s[lo], b = mul(s[hi], w);
    s[lo] = add(a, b);   // no other thread reads lo or hi in this stage
    s[hi] = sub(a, b);
}

__device__ __forceinline__ void load(Cplx* s, const float* __restrict__ re, const float* __restrict__ im)
{
    for (int i = threadIdx.x; i < N; i += blockDim.x) s[reversed(i)] = make(re[i], im[i]);
}

__device__ __forceinline__ void store(const Cplx* s, float* re, float* im)
{
    for (int i = threadIdx.x; i < N; i += blockDim.x) {
        re[i] = s[i].re;
        im[i] = s[i].im;
    }
}

__global__ void fft512(const float* __restrict__ re, const float* __restrict__ im, float* out_re, float* out_im)
{
    __shared__ Cplx s[N];
    load(s, re, im);
    __syncthreads();
#pragma unroll 1
    for (int half = 1; half < N; half *= 2) {
        butterfly(s, (int)threadIdx.x, half);
        __syncthreads();
    }
    store(s, out_re, out_im);
}

__global__ void power(const float* __restrict__ out_re, const float* __restrict__ out_im, float* p, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) p[i] = (out_re[i] * out_re[i] + out_im[i] * out_im[i]) / (float)n;
}
