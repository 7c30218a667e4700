// fpcheck: power_spectrum <<<2, 128>>> sig=uniform(-1,1):2x256 power=empty:2x256 energy=empty:2 spec_energy=empty:2 ref=spec_energy=sum(sig*sig,1) --tol rtol=1e-4,atol=0
// expect: ok
#include <cuda_runtime.h>

// Power spectrum of 256 real samples per block: chirp demodulation, radix-2 FFT in
// shared memory, Parseval check. 128 threads, each one butterfly per stage.

#define LEN 256
#define HALF 128
#define LOG2LEN 8

struct cplx
{
    float re, im;
};

__device__ __forceinline__ cplx cadd(cplx a, cplx b)
{
    cplx r;
    r.re = a.re + b.re;
    r.im = a.im + b.im;
    return r;
}

__device__ __forceinline__ cplx csub(cplx a, cplx b)
{
    cplx r;
    r.re = a.re - b.re;
    r.im = a.im - b.im;
    return r;
}

__device__ __forceinline__ cplx cmul(cplx a, cplx b)
{
    cplx r;
    r.re = a.re * b.re - a.im * b.im;
    r.im = a.re * b.im + a.im * b.re;
    return r;
}

__device__ __forceinline__ float cnorm(cplx a)
{
    return a.re * a.re + a.im * a.im;
}

// exp(-2 pi i k / n)
__device__ __forceinline__ cplx twiddle(int k, int n)
{
    cplx w;
    float s, c;
    sincospif(-2.0f * (float)k / (float)n, &s, &c);
    w.re = c;
    w.im = s;
    return w;
}

// the quadratic phase of the chirp, gamma in turns per sample squared
__device__ __forceinline__ cplx chirp(int n, float gamma)
{
    // turns are exact here (multiples of 1/256 below 2^24); the whole ones are dropped before the sine
    float turns = gamma * (float)n * (float)n;
    turns -= floorf(turns);
    cplx w;
    sincospif(2.0f * turns, &w.im, &w.re);
    return w;
}

__device__ __forceinline__ int reversed(int i)
{
    return (int)(__brev((unsigned)i) >> (32 - LOG2LEN));
}

__device__ void load_demodulated(cplx* s, const float* in, float gamma)
{
    for (int i = threadIdx.x; i < LEN; i += HALF) {
        cplx w = chirp(i, gamma);
        cplx v;
        v.re = in[i] * w.re;
        v.im = in[i] * w.im;
        s[reversed(i)] = v;
    }
}

__device__ void butterflies(cplx* s)
{
    for (int stage = 1; stage <= LOG2LEN; ++stage) {
        int span = 1 << stage;
        int half = span >> 1;
        int t = threadIdx.x;
        int group = t / half;
        int k = t % half;
        int lo = group * span + k;
        int hi = lo + half;
        cplx w = twiddle(k, span);
        cplx a = s[lo];
        cplx b = cmul(s[hi], w);
        __syncthreads();
        s[lo] = cadd(a, b);
        s[hi] = csub(a, b);
        __syncthreads();
    }
}

__device__ float block_sum(float v, float* scratch)
{
    int lane = threadIdx.x & 31;
    int warp = threadIdx.x >> 5;
    for (int o = 16; o > 0; o >>= 1)
        v += __shfl_xor_sync(0xffffffffu, v, o);
    __syncthreads();
    if (lane == 0)
        scratch[warp] = v;
    __syncthreads();
    float total = 0.0f;
    for (int w = 0; w < HALF / 32; ++w)
        total += scratch[w];
    return total;
}

__device__ void store_power(const cplx* s, float* power)
{
    const float scale = 1.0f / (float)LEN;
    for (int i = threadIdx.x; i < LEN; i += HALF)
        power[i] = cnorm(s[i]) * scale;
}

__device__ float energy_of_signal(const float* in)
{
    float e = 0.0f;
    for (int i = threadIdx.x; i < LEN; i += HALF)
        e = fmaf(in[i], in[i], e);
    return e;
}

__device__ float energy_of_spectrum(const float* power)
{
    float e = 0.0f;
    for (int i = threadIdx.x; i < LEN; i += HALF)
        e += power[i];
    return e;
}

// Smoothed peak: position of the strongest bin is left to the host, here only the bins are clamped to a floor.
__device__ void floor_power(float* power, float floor_value)
{
    for (int i = threadIdx.x; i < LEN; i += HALF) {
        float p = power[i];
        if (p < floor_value)
            power[i] = floor_value;
    }
}

__global__ void __launch_bounds__(128) power_spectrum(const float* sig, float* power, float* energy, float* spec_energy)
{
    __shared__ cplx s[LEN];
    __shared__ float scratch[HALF / 32];
    const float* in = sig + blockIdx.x * LEN;
    float* out = power + blockIdx.x * LEN;

    // 0.01171875 turns per sample squared, i.e. 3/256
    const float gamma = 0.01171875f * 3.0f;

    // 1. demodulate, bit-reversed order
    load_demodulated(s, in, gamma);
    __syncthreads();

    // 2. transform
    butterflies(s);

    // 3. power, one owner per bin
    store_power(s, out);

    // 4. Parseval: both energies
    float e = block_sum(energy_of_signal(in), scratch);
    if (threadIdx.x == 0)
        energy[blockIdx.x] = e;
    float se = block_sum(energy_of_spectrum(out), scratch);
    if (threadIdx.x == 0)
        spec_energy[blockIdx.x] = se;

    // 5. floor for the logarithmic display
    floor_power(out, 1e-12f);
}

// ---- not launched here: the display side -------------------------------------------------
__device__ float decibel(float p)
{
    return 10.0f * log10f(p);
}

__global__ void to_decibel(const float* power, float* db, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        db[i] = decibel(power[i]);
}

__global__ void db_to_pixels(const float* db, unsigned char* pix, int n, float lo, float hi)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float t = __saturatef((db[i] - lo) / (hi - lo));
        pix[i] = (unsigned char)__float2uint_rn(t * 255.0f);
    }
}
