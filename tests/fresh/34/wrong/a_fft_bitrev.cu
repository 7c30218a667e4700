// fpcheck: range_fft <<<2, 128>>> re=@a_fft_bitrev_re.npy im=@a_fft_bitrev_im.npy mag=empty:2x256 peak=empty:2 --ref 'mag=@a_fft_bitrev_mag.npy' --tol rtol=1e-3,atol=1e-2
// expect: error race at line 48
// why: the bit-reversal swaps in place without the condition j > i, so both partners of a pair swap it, in different threads and unordered: a race, and where the one follows the other nothing is permuted at all
// figure: mag[280] computed 12.9490299, exact 0.27816489 (510 of 512 elements off)
#include <cuda_runtime.h>

// The range transform of a pulse: window, 256-point FFT in shared memory
// (decimation in time), magnitudes.  Two points a thread.

constexpr int LOG_N = 8;
constexpr int N = 1 << LOG_N;
constexpr int THREADS = N / 2;

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
    return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

__device__ float hann(int i)
{
    return 0.5f - 0.5f * cospif(2.0f * (float)i / (float)N);
}

__device__ unsigned reversed(unsigned i)
{
    return __brev(i) >> (32 - LOG_N);
}

__device__ void bit_reverse(Complex* s)
{
    for (unsigned i = threadIdx.x; i < N; i += THREADS) {
        unsigned j = reversed(i);
        Complex keep = s[i];
        s[i] = s[j];
        s[j] = keep;
    }
    __syncthreads();
}

__device__ Complex twiddle(int k, int half)
{
    Complex w;
    float angle = -(float)k / (float)half;
    sincospif(angle, &w.im, &w.re);
    return w;
}

__device__ void butterfly(Complex* s, int half)
{
    int t = threadIdx.x;
    int k = t & (half - 1);
    int top = ((t & ~(half - 1)) << 1) | k;
    Complex a = s[top];
    Complex b = s[top + half] * twiddle(k, half);
    s[top] = a + b;
    s[top + half] = a - b;
}

__device__ void fft(Complex* s)
{
    bit_reverse(s);
    for (int half = 1; half < N; half <<= 1) {
        butterfly(s, half);
        __syncthreads();
    }
}

// The largest magnitude and its bin, of all threads; ties to the lower bin.
struct Peak {
    float mag;
    int bin;
};

__device__ Peak larger(Peak a, Peak b)
{
    if (b.mag > a.mag || (b.mag == a.mag && b.bin < a.bin))
        return b;
    return a;
}

__device__ Peak warp_peak(Peak p)
{
    for (int d = 16; d > 0; d >>= 1) {
        Peak o = {__shfl_down_sync(0xffffffffu, p.mag, d), __shfl_down_sync(0xffffffffu, p.bin, d)};
        p = larger(p, o);
    }
    return p;
}

__device__ Peak block_peak(Peak p)
{
    __shared__ Peak part[THREADS / 32];
    p = warp_peak(p);
    if ((threadIdx.x & 31) == 0)
        part[threadIdx.x >> 5] = p;
    __syncthreads();
    Peak all = part[0];
    for (int w = 1; w < THREADS / 32; ++w)
        all = larger(all, part[w]);
    return all;
}

__global__ void range_fft(const float* re, const float* im, float* mag, int* peak)
{
    __shared__ Complex s[N];
    const float* r = re + blockIdx.x * N;
    const float* q = im + blockIdx.x * N;
    for (int i = threadIdx.x; i < N; i += THREADS) {
        float w = hann(i);
        s[i] = {w * r[i], w * q[i]};
    }
    __syncthreads();
    fft(s);
    Peak best = {-1.0f, 0};
    for (int i = threadIdx.x; i < N; i += THREADS) {
        Peak here = {sqrtf(s[i].re * s[i].re + s[i].im * s[i].im), i};
        mag[blockIdx.x * N + i] = here.mag;
        best = larger(best, here);
    }
    best = block_peak(best);
    if (threadIdx.x == 0)
        peak[blockIdx.x] = best.bin;
}
