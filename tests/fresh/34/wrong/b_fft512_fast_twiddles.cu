// fpcheck: fft512 <<<1, 256>>> re=@b_fft512_fast_twiddles_re.npy im=@b_fft512_fast_twiddles_im.npy out_re=empty:512 out_im=empty:512 --ref out_re=@b_fft512_fast_twiddles_ref_out_re.npy --tol rtol=1e-4,atol=1e-3
// fpcheck+ power <<<2, 256>>> out_re=out_re out_im=out_im p=empty:512 n=512
// expect: error fast-math intrinsic outside its range at line 50
// why: angles grow to 2 pi * 512 * 257 = 8e5, far outside the range of -pi..pi where __sinf and __cosf are good: the argument itself is rounded to 0.06; the argument must be reduced in integers first
// figure: out_re[165] computed 0.637054443, exact -0.295473451
#include <cuda_runtime.h>

// A radix-2 decimation-in-time FFT of 512 points in shared memory, 256 threads, one butterfly each per stage.
// Twiddles are computed as they are needed, by the fast functions, since shared memory is full in the real kernel.

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

// exp(-2 pi i j / span): any j of the same residue will do
__device__ __forceinline__ Cplx twiddle(int j, int span)
{
    const float a = -6.283185307179586f * (float)j / (float)span;
    return make(__cosf(a), __sinf(a));
}

// The butterflies are numbered over all groups; the running number also numbers the angle, whose
// multiples of 2 pi fall away.
__device__ __forceinline__ void butterfly(Cplx* s, int t, int half)
{
    const int group = t / half, j = t % half;
    const int span = 2 * half;
    const int lo = group * span + j, hi = lo + half;
    const Cplx w = twiddle(j + span * N * (group + 1), span);
    const Cplx a = s[lo], b = mul(s[hi], w);
    s[lo] = add(a, b);
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

// a floor of -120 dB, so that an empty bin has a level
__device__ __forceinline__ float decibel(float p)
{
    return 10.0f * log10f(fmaxf(p, 1e-12f));
}

__global__ void power(const float* __restrict__ out_re, const float* __restrict__ out_im, float* p, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) p[i] = decibel((out_re[i] * out_re[i] + out_im[i] * out_im[i]) / (float)n);
}
