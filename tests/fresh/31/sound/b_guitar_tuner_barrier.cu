// fpcheck: spectrum <<<2, 64>>> sound=randn:2x128 power=empty:2x64
// fpcheck+ loudest <<<2, 32>>> bin=empty:2 hertz=empty:2 rate=8000
// expect: ok
// why: the transform is in place, but each butterfly owns its two places within a stage, and a barrier lies before the first stage and after each
// figure: computed error of a 7-stage FFT about 3e-7 of the root of the total power; the allowance for 7 stages is a few 1e-6
//
// Guitar tuner: 128 samples, Hann window, radix-2 FFT in shared memory by 64 threads, power spectrum, loudest bin.
#include <cuda_runtime.h>

#define SIZE 128
#define LOG2_SIZE 7
#define HALF (SIZE / 2)

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

__device__ Complex twiddle(int k, int n)
{
    Complex w;
    sincospif(-2.0f * (float)k / (float)n, &w.im, &w.re);
    return w;
}

__device__ float hann(int i)
{
    return 0.5f - 0.5f * cospif(2.0f * (float)i / (float)SIZE);
}

__device__ int reversed(int i)
{
    return (int)(__brev((unsigned)i) >> (32 - LOG2_SIZE));
}

__device__ float square(Complex a)
{
    return a.re * a.re + a.im * a.im;
}

// Butterfly number t of the stage whose blocks have "length" elements.
__device__ void butterfly(Complex *s, int t, int length)
{
    int half = length / 2;
    int block = t / half;
    int j = t % half;
    int a = block * length + j;
    int b = a + half;
    Complex u = s[a];
    Complex v = s[b] * twiddle(j, length);
    s[a] = u + v;
    s[b] = u - v;
}

// One block a string.
__global__ void spectrum(const float *sound, float *power)
{
    __shared__ Complex s[SIZE];
    int t = threadIdx.x;
    const float *x = sound + blockIdx.x * SIZE;

    for (int i = t; i < SIZE; i += HALF) {
        Complex c;
        c.re = x[i] * hann(i);
        c.im = 0.0f;
        s[reversed(i)] = c;
    }
    __syncthreads();

    for (int length = 2; length <= SIZE; length *= 2) {
        butterfly(s, t, length);
        __syncthreads();
    }

    power[blockIdx.x * HALF + t] = square(s[t]) / (float)SIZE;
}

// The bin with the highest power, without the constant part; the lower one of two equal ones.
struct Peak {
    float power;
    int bin;
};

__device__ Peak higher(Peak a, Peak b)
{
    if (a.power > b.power)
        return a;
    if (b.power > a.power)
        return b;
    return a.bin < b.bin ? a : b;
}

__device__ Peak shuffled(Peak p, int o)
{
    Peak q;
    q.power = __shfl_xor_sync(0xffffffffu, p.power, o);
    q.bin = __shfl_xor_sync(0xffffffffu, p.bin, o);
    return q;
}

// The place of the vertex of a parabola through three neighbours, from -0.5 to 0.5.
__device__ float vertex(float left, float middle, float right)
{
    float bend = left - 2.0f * middle + right;
    if (bend >= 0.0f)
        return 0.0f;
    float d = 0.5f * (left - right) / bend;
    return fminf(0.5f, fmaxf(-0.5f, d));
}

__global__ void loudest(const float *power, int *bin, float *hertz, float rate)
{
    const float *p = power + blockIdx.x * HALF;
    int lane = threadIdx.x;
    Peak best;
    best.power = -1.0f;
    best.bin = HALF;
    for (int k = 1 + lane; k < HALF - 1; k += 32) {
        Peak here;
        here.power = p[k];
        here.bin = k;
        best = higher(best, here);
    }
    for (int o = 16; o > 0; o /= 2)
        best = higher(best, shuffled(best, o));
    if (lane == 0) {
        int k = best.bin;
        float d = vertex(p[k - 1], p[k], p[k + 1]);
        bin[blockIdx.x] = k;
        hertz[blockIdx.x] = ((float)k + d) * rate / (float)SIZE;
    }
}

struct Note {
    int number; // of MIDI: A4 is 69
    float cents; // how far off, from -50 to 50
};

__device__ Note note_of(float hertz)
{
    float semitones = 69.0f + 12.0f * log2f(hertz / 440.0f);
    Note n;
    n.number = __float2int_rn(semitones);
    n.cents = 100.0f * (semitones - (float)n.number);
    return n;
}

// What the display shows for each string.
__global__ void display(const float *hertz, int *number, float *cents, int n)
{
    int i = threadIdx.x;
    if (i >= n || hertz[i] <= 0.0f)
        return;
    Note k = note_of(hertz[i]);
    number[i] = k.number;
    cents[i] = k.cents;
}

// The strings of a guitar, for the display:
//     E2 82.41  A2 110.00  D3 146.83  G3 196.00  B3 246.94  E4 329.63
