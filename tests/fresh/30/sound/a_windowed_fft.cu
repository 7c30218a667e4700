// fpcheck: fft256 <<<1, 128>>> x=@a_windowed_fft_x.npy re=empty:256 im=empty:256 --ref re=@a_windowed_fft_re.npy --tol rtol=1e-4,atol=1e-5
// fpcheck+ spectrum <<<1, 160>>> density=empty:129 floor=1e-20
// expect: ok
// why: barriers stand at the end of each stage only, and half the threads would do for less: butterflies of one stage touch disjoint pairs, so that is enough; twiddles by sincospif have no large arguments
// figure: computed re[7]=-1.033559, MPFR -1.033559 (error at most 1.4e-06, tolerance 1e-5)
// Hann window and complex FFT of 256 real samples in one block of 128 threads (radix 2, decimation in time), then the
// one-sided power spectral density.

#define POINTS 256
#define LOG_POINTS 8
#define BUTTERFLIES (POINTS / 2)

static_assert(1 << LOG_POINTS == POINTS, "a power of two");

struct complex32 {
    float re, im;
};

__device__ __forceinline__ complex32 make_complex(float re, float im)
{
    complex32 c;
    c.re = re;
    c.im = im;
    return c;
}

__device__ __forceinline__ complex32 operator+(complex32 a, complex32 b)
{
    return make_complex(a.re + b.re, a.im + b.im);
}

__device__ __forceinline__ complex32 operator-(complex32 a, complex32 b)
{
    return make_complex(a.re - b.re, a.im - b.im);
}

__device__ __forceinline__ complex32 operator*(complex32 a, complex32 b)
{
    return make_complex(a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re);
}

// Periodic Hann window: sin^2(pi i / N).
__device__ __forceinline__ float hann(int i)
{
    const float s = sinpif((float)i * (1.0f / POINTS));
    return s * s;
}

__device__ __forceinline__ int reversed(int i)
{
    return (int)(__brev((unsigned)i) >> (32 - LOG_POINTS));
}

// exp(-i pi k / half); k / half is exact, and sincospif reduces nothing.
__device__ __forceinline__ complex32 twiddle(int k, int half)
{
    float s, c;
    sincospif((float)k / (float)half, &s, &c);
    return make_complex(c, -s);
}

struct signal {
    float re[POINTS];
    float im[POINTS];

    __device__ complex32 get(int i) const { return make_complex(re[i], im[i]); }
    __device__ void put(int i, complex32 v)
    {
        re[i] = v.re;
        im[i] = v.im;
    }
};

__device__ void load_windowed(signal &s, const float *__restrict__ x)
{
    for (int i = threadIdx.x; i < POINTS; i += BUTTERFLIES)
        s.put(reversed(i), make_complex(x[i] * hann(i), 0.0f));
    __syncthreads();
}

// The butterfly of thread t in the stage whose halves have `half` points.
__device__ void butterfly(signal &s, int t, int half)
{
    const int k = t & (half - 1);
    const int low = 2 * (t - k) + k;
    const int high = low + half;
    const complex32 a = s.get(low);
    const complex32 b = s.get(high) * twiddle(k, half);
    s.put(low, a + b);
    s.put(high, a - b);
}

__device__ void transform(signal &s)
{
    for (int half = 1; half < POINTS; half <<= 1) {
        butterfly(s, threadIdx.x, half);
        __syncthreads();
    }
}

__device__ void store(const signal &s, float *re, float *im)
{
    for (int i = threadIdx.x; i < POINTS; i += BUTTERFLIES) {
        re[i] = s.re[i];
        im[i] = s.im[i];
    }
}

__global__ void fft256(const float *__restrict__ x, float *re, float *im)
{
    __shared__ signal s;
    load_windowed(s, x);
    transform(s);
    store(s, re, im);
}

// Power per bin of the one-sided spectrum; all but the first and the last bin stand for two. In dB above the floor.
__device__ __forceinline__ float bin_power(float re, float im, int bin)
{
    const float both = bin == 0 || bin == POINTS / 2 ? 1.0f : 2.0f;
    return both * (re * re + im * im) / (float)(POINTS * POINTS);
}

__global__ void spectrum(const float *__restrict__ re, const float *__restrict__ im, float *density, float floor)
{
    const int bin = threadIdx.x;
    if (bin > POINTS / 2)
        return;
    const float p = bin_power(re[bin], im[bin], bin);
    density[bin] = 10.0f * log10f(fmaxf(p, floor));
}

// Host side: frames of a recording, each by a hop further on; the last that is not complete is left out.
int analyse(const float *x, float *re, float *im, float *density, cudaStream_t stream);

int analyse_recording(const float *x, int samples, int hop, float *re, float *im, float *density, cudaStream_t stream)
{
    int frames = 0;
    for (int at = 0; at + POINTS <= samples; at += hop)
        frames += analyse(x + at, re, im, density + frames * (POINTS / 2 + 1), stream);
    return frames;
}

// One frame; 1 where it could be launched.
int analyse(const float *x, float *re, float *im, float *density, cudaStream_t stream)
{
    fft256<<<1, BUTTERFLIES, 0, stream>>>(x, re, im);
    const int bins = POINTS / 2 + 1;
    const int threads = (bins + 31) / 32 * 32;
    spectrum<<<1, threads, 0, stream>>>(re, im, density, 1e-20f);
    return cudaGetLastError() == cudaSuccess ? 1 : 0;
}
