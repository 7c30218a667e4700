// fpcheck: spectrum <<<1, 96>>> x=randn:128 power=empty:65 centroid=empty:1 flatness=empty:1 n=128
// expect: error barrier at line 94
// why: the barrier stands inside the loop, whose trip count is 1 for threads 0 to 79 and 0 for 80 to 95: half of the third warp never comes to it
// figure: undefined: threads 80 to 95 are absent from the barriers of the stages
// Power spectrum of a frame of 128 samples: Hann window, radix-2 transform in shared memory, centroid.
#define LOG2N 7
#define N (1 << LOG2N)
#define HALF (N / 2)

struct Complex {
    float re, im;
};

__device__ Complex operator+(Complex a, Complex b)
{
    Complex r = { a.re + b.re, a.im + b.im };
    return r;
}

__device__ Complex operator-(Complex a, Complex b)
{
    Complex r = { a.re - b.re, a.im - b.im };
    return r;
}

__device__ Complex operator*(Complex a, Complex b)
{
    Complex r = { a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re };
    return r;
}

__device__ float squared(Complex a)
{
    return a.re * a.re + a.im * a.im;
}

// exp(-2 pi i k / length); the fraction is exact, since length is a power of two.
__device__ Complex twiddle(int k, int length)
{
    Complex w;
    sincospif(-2.0f * (float)k / (float)length, &w.im, &w.re);
    return w;
}

__device__ float hann(int i)
{
    float s = sinpif((float)i / (float)N);
    return s * s;
}

__device__ int reversed(int i)
{
    return (int)(__brev((unsigned int)i) >> (32 - LOG2N));
}

__device__ void load(Complex *buf, const float *x, int n)
{
    for (int i = threadIdx.x; i < N; i += blockDim.x) {
        Complex c = { i < n ? x[i] * hann(i) : 0.0f, 0.0f };
        buf[reversed(i)] = c;
    }
}

struct Pair {
    int a, b, k, length;
};

// Butterfly number j of a stage.
__device__ Pair pair_of(int j, int stage)
{
    int reach = 1 << stage;
    int k = j & (reach - 1);
    Pair p;
    p.a = ((j - k) << 1) + k;
    p.b = p.a + reach;
    p.k = k;
    p.length = reach << 1;
    return p;
}

__device__ void butterfly(Complex *buf, Pair p)
{
    Complex even = buf[p.a];
    Complex odd = buf[p.b] * twiddle(p.k, p.length);
    buf[p.a] = even + odd;
    buf[p.b] = even - odd;
}

__device__ void run_stage(Complex *buf, int stage)
{
    for (int j = threadIdx.x; j < HALF + HALF / 4; j += blockDim.x) {
        if (j < HALF)
            butterfly(buf, pair_of(j, stage));
        __syncthreads();
    }
}

__device__ void transform(Complex *buf)
{
    for (int stage = 0; stage < LOG2N; stage++)
        run_stage(buf, stage);
}

// One-sided power: the bins between the ends count for their mirror images too.
__device__ float bin_power(const Complex *buf, int k)
{
    float p = squared(buf[k]) / (float)N;
    return k == 0 || k == HALF ? p : 2.0f * p;
}

// Of the geometric mean; threads without a bin add nothing.
__device__ float log_power(float p, int k)
{
    return k <= HALF ? logf(p + 1e-12f) : 0.0f;
}

__device__ float block_sum(float v, float *part)
{
    for (int off = 16; off > 0; off >>= 1)
        v += __shfl_down_sync(0xffffffffu, v, off);
    int warp = threadIdx.x >> 5;
    if ((threadIdx.x & 31) == 0)
        part[warp] = v;
    __syncthreads();
    float all = 0.0f;
    for (int w = 0; w < (int)(blockDim.x >> 5); w++)
        all += part[w];
    __syncthreads();
    return all;
}

__global__ void spectrum(const float *x, float *power, float *centroid, float *flatness, int n)
{
    __shared__ Complex buf[N];
    __shared__ float part[32];
    int t = threadIdx.x;
    load(buf, x, n);
    __syncthreads();
    transform(buf);

    float p = 0.0f;
    if (t <= HALF) {
        p = bin_power(buf, t);
        power[t] = p;
    }
    float total = block_sum(p, part);
    float moment = block_sum(p * (float)t, part);
    float logs = block_sum(log_power(p, t), part);
    if (t == 0) {
        centroid[0] = moment / total;
        flatness[0] = expf(logs / (float)(HALF + 1)) * (float)(HALF + 1) / total;
    }
}
