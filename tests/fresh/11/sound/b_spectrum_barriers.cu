// fpcheck: spectrum <<<2, 128>>> x=randn:256 power=empty:66 peak=empty:2 n=256
// expect: ok
// why: half of the threads skip the butterflies, but the barrier of a stage stands outside of the branch; barriers of the reduction too
// figure: for normal numbers of numpy: largest error 2.3e-07 of the largest power; a few 2^-24 times the stages are natural
// Power spectrum of frames of 128 samples: Hann window, bit reversal, radix-2 stages in shared memory (a butterfly a
// thread), the bins 0 to 32, and the bin of the largest power.
#include <cuda_runtime.h>

#define POINTS 128
#define LOG 7
#define BINS 33

struct Complex {
    float re, im;
};

struct Frame {
    Complex z[POINTS];
    float power[POINTS];
    int bin[POINTS];
};

// ---------------------------------------------------------------- complex numbers

__device__ inline Complex add(Complex a, Complex b)
{
    Complex c = {a.re + b.re, a.im + b.im};
    return c;
}

__device__ inline Complex sub(Complex a, Complex b)
{
    Complex c = {a.re - b.re, a.im - b.im};
    return c;
}

__device__ inline Complex mul(Complex a, Complex b)
{
    Complex c;
    c.re = a.re * b.re - a.im * b.im;
    c.im = a.re * b.im + a.im * b.re;
    return c;
}

// exp(-2 pi i k / m)
__device__ inline Complex twiddle(int k, int m)
{
    float s, c;
    sincospif(2.0f * (float)k / (float)m, &s, &c);
    Complex w = {c, -s};
    return w;
}

__device__ inline float norm2(Complex a)
{
    return a.re * a.re + a.im * a.im;
}

// ---------------------------------------------------------------- window and order

__device__ inline float hann(int i)
{
    float s = sinpif((float)i / (float)POINTS);
    return s * s;
}

__device__ inline int reversed(int i)
{
    return (int)(__brev((unsigned)i) >> (32 - LOG));
}

__device__ void load(Frame &f, const float *x, int t)
{
    Complex v = {x[t] * hann(t), 0.0f};
    f.z[reversed(t)] = v;
}

// ---------------------------------------------------------------- stages

__device__ void butterfly(Frame &f, int t, int half)
{
    int k = t & (half - 1);
    int top = ((t - k) << 1) | k;
    int bottom = top + half;
    Complex a = f.z[top];
    Complex b = mul(f.z[bottom], twiddle(k, 2 * half));
    f.z[top] = add(a, b);
    f.z[bottom] = sub(a, b);
}

__device__ void transform(Frame &f, int t)
{
    for (int stage = 0; stage < LOG; stage++) {
        if (t < POINTS / 2)
            butterfly(f, t, 1 << stage);
        __syncthreads();
    }
    __syncthreads();
}

// ---------------------------------------------------------------- the largest bin

__device__ inline bool better(float p, int i, float q, int j)
{
    return p > q || (p == q && i < j);
}

__device__ void publish(Frame &f, int t)
{
    f.power[t] = t < BINS ? norm2(f.z[t]) : -1.0f;
    f.bin[t] = t;
}

__device__ int loudest(Frame &f, int t)
{
    for (int o = POINTS / 2; o > 0; o >>= 1) {
        if (t < o && better(f.power[t + o], f.bin[t + o], f.power[t], f.bin[t])) {
            f.power[t] = f.power[t + o];
            f.bin[t] = f.bin[t + o];
        }
        __syncthreads();
    }
    return f.bin[0];
}

// ---------------------------------------------------------------- the kernel

__global__ void spectrum(const float *x, float *power, int *peak, int n)
{
    __shared__ Frame f;
    int t = threadIdx.x;
    int frame = blockIdx.x;
    if ((frame + 1) * POINTS > n)
        return;

    // windowed samples in bit-reversed order
    load(f, x + frame * POINTS, t);
    __syncthreads();

    // spectrum
    transform(f, t);

    // power
    if (t < BINS)
        power[frame * BINS + t] = norm2(f.z[t]);

    // peak
    publish(f, t);
    __syncthreads();
    int where = loudest(f, t);
    if (t == 0)
        peak[frame] = where;
}
