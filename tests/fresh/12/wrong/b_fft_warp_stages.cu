// fpcheck: spectrum <<<2, 128>>> signal=randn:2x256 power=empty:2x129 peak=empty:2
// fpcheck+ decibels <<<2, 160>>> spectra=power level=empty:2x129 bins=129 reference=1.0 lowest=-120.0
// expect: error race at line 78
// why: stages up to half = 32 stay within a warp and need __syncwarp only, but the stage with half = 64 reads what other warps wrote in the stage before: after half = 32 a barrier of the block is needed.
// figure: race (stale elements of another warp's part)
//
// The kernels below are launched one after another on one stream: what one writes the next one reads.
// Sizes are those of the case above; a block never works on more than its own part of the data,
// and every kernel may be launched with more threads than there is work, where it has a bound.
// Inputs are restrict-qualified: none of them is written by the kernel that reads it.
// Shared memory is static, and small enough for several blocks a multiprocessor.
//
#define N 256
#define HALF (N / 2)

// Power spectrum of a windowed real signal: 256 points, radix 2 in place, 128 threads.

struct Complex {
    float re, im;
};

__device__ __forceinline__ Complex add(Complex a, Complex b)
{
    return {a.re + b.re, a.im + b.im};
}

__device__ __forceinline__ Complex subtract(Complex a, Complex b)
{
    return {a.re - b.re, a.im - b.im};
}

__device__ __forceinline__ Complex multiply(Complex a, Complex b)
{
    return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

__device__ __forceinline__ float norm(Complex a)
{
    return a.re * a.re + a.im * a.im;
}

// exp(-i pi k / half)
__device__ __forceinline__ Complex twiddle(int k, int half)
{
    float s, c;
    sincospif(-(float)k / (float)half, &s, &c);
    return {c, s};
}

// Hann window.
__device__ __forceinline__ float window(int i)
{
    float s = sinpif((float)i / (float)N);
    return s * s;
}

__device__ __forceinline__ int reverse(int i)
{
    return (int)(__brev((unsigned)i) >> 24);
}

__device__ __forceinline__ void butterfly(Complex *s, int half)
{
    const int t = threadIdx.x;
    const int k = t & (half - 1);
    const int low = ((t & ~(half - 1)) << 1) | k;
    const int high = low + half;
    Complex a = s[low];
    Complex b = multiply(s[high], twiddle(k, half));
    s[low] = add(a, b);
    s[high] = subtract(a, b);
}

// Threads of a warp work on 64 neighbouring elements for as long as half <= 32.
__device__ void stage_done(int half)
{
    if (half <= 32)
        __syncwarp();
    else
        __syncthreads();
}

__device__ void transform(Complex *s)
{
#pragma unroll 1
    for (int half = 1; half < N; half <<= 1) {
        butterfly(s, half);
        stage_done(half);
    }
}

__device__ void load(Complex *s, const float *signal)
{
    for (int i = threadIdx.x; i < N; i += HALF)
        s[reverse(i)] = {signal[i] * window(i), 0.0f};
    __syncthreads();
}

struct Peak {
    float power;
    int bin;
};

__device__ Peak better(Peak a, Peak b)
{
    if (a.power > b.power || (a.power == b.power && a.bin < b.bin))
        return a;
    return b;
}

__device__ Peak warp_peak(Peak p)
{
    for (int o = 16; o > 0; o >>= 1) {
        Peak q = {__shfl_xor_sync(0xffffffffu, p.power, o), __shfl_xor_sync(0xffffffffu, p.bin, o)};
        p = better(p, q);
    }
    return p;
}

__global__ void spectrum(const float *__restrict__ signal, float *__restrict__ power, int *__restrict__ peak)
{
    __shared__ Complex s[N];
    __shared__ Peak peaks[HALF / 32];
    const int t = threadIdx.x;
    const int row = blockIdx.x;

    load(s, signal + row * N);
    transform(s);

    // one-sided: 0 .. 128
    float mine = norm(s[t]);
    power[row * (HALF + 1) + t] = mine;
    if (t == 0)
        power[row * (HALF + 1) + HALF] = norm(s[HALF]);

    Peak p = warp_peak({mine, t});
    if ((t & 31) == 0)
        peaks[t >> 5] = p;
    __syncthreads();
    if (t == 0) {
        for (int w = 1; w < HALF / 32; w++)
            p = better(p, peaks[w]);
        peak[row] = p.bin;
    }
}

// Levels against a reference power, not below `lowest`.
__global__ void decibels(const float *__restrict__ spectra, float *__restrict__ level, int bins, float reference, float lowest)
{
    const int i = threadIdx.x;
    if (i >= bins)
        return;
    const float p = spectra[blockIdx.x * bins + i] / reference;
    const float db = p > 0.0f ? 10.0f * log10f(p) : lowest;
    level[blockIdx.x * bins + i] = fmaxf(db, lowest);
}
