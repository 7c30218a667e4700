// fpcheck: spectral_descriptors <<<2, 128>>> x=uniform(-0.01,0.01):2x256 flatness=empty:2 centroid=empty:2 peak=empty:2 crest=empty:2
// expect: error underflow at line 87: the product of 127 powers near 3e-3 underflows to 0, the geometric mean is near 2e-3
// Spectral descriptors of audio frames. One block handles one frame of 256 samples with 128 threads:
//
//   1. load, remove the mean
//   2. Hann window from sin^2 (no cancellation at the ends)
//   3. bit reversal and eight radix-2 stages in shared memory
//   4. power spectrum of the bins 1..127
//   5. flatness (geometric over arithmetic mean), centroid, peak power and crest factor
//
// All reductions are over 128 threads: shuffles within the warps, then one value a warp.
#define N 256
#define LOGN 8
#define THREADS 128
#define WARPS (THREADS / 32)

struct Frame {
    float re[N];
    float im[N];
    float cosine[N / 2];
    float sine[N / 2];
    float power[N / 2];
    float warp[WARPS];
};

// ---------------------------------------------------------------------------------------------------------------
// reductions

__device__ float warp_sum(float v)
{
    for (int d = 16; d > 0; d >>= 1)
        v += __shfl_down_sync(0xffffffffu, v, d);
    return v;
}

__device__ float warp_max(float v)
{
    for (int d = 16; d > 0; d >>= 1)
        v = fmaxf(v, __shfl_down_sync(0xffffffffu, v, d));
    return v;
}

__device__ float warp_product(float v)
{
    for (int d = 16; d > 0; d >>= 1)
        v *= __shfl_down_sync(0xffffffffu, v, d);
    return v;
}

// Every thread gets the block's sum.
__device__ float block_sum(float v, float* warp)
{
    int lane = threadIdx.x & 31;
    int w = threadIdx.x >> 5;
    float s = warp_sum(v);
    if (lane == 0) warp[w] = s;
    __syncthreads();
    float total = 0.0f;
    for (int i = 0; i < WARPS; ++i) total += warp[i];
    __syncthreads();
    return total;
}

// Every thread gets the block's maximum.
__device__ float block_max(float v, float* warp)
{
    int lane = threadIdx.x & 31;
    int w = threadIdx.x >> 5;
    float s = warp_max(v);
    if (lane == 0) warp[w] = s;
    __syncthreads();
    float m = warp[0];
    for (int i = 1; i < WARPS; ++i) m = fmaxf(m, warp[i]);
    __syncthreads();
    return m;
}

// Every thread gets the block's product.
__device__ float block_product(float v, float* warp)
{
    int lane = threadIdx.x & 31;
    int w = threadIdx.x >> 5;
    float s = warp_product(v);
    if (lane == 0) warp[w] = s;
    __syncthreads();
    float total = 1.0f;
    for (int i = 0; i < WARPS; ++i) total *= warp[i];
    __syncthreads();
    return total;
}

// ---------------------------------------------------------------------------------------------------------------
// transform

__device__ void fill_twiddles(Frame& f)
{
    for (int k = threadIdx.x; k < N / 2; k += THREADS) {
        float s, c;
        sincospif(-2.0f * (float)k / (float)N, &s, &c);
        f.cosine[k] = c;
        f.sine[k] = s;
    }
}

__device__ int reversed(int i)
{
    return (int)(__brev((unsigned)i) >> (32 - LOGN));
}

// One butterfly of the stage with blocks of `len` points.
__device__ void butterfly(Frame& f, int t, int len)
{
    int half = len >> 1;
    int group = t / half;
    int k = t - group * half;
    int a = group * len + k;
    int b = a + half;
    int tw = k * (N / len);
    float c = f.cosine[tw], s = f.sine[tw];
    float br = f.re[b] * c - f.im[b] * s;
    float bi = f.re[b] * s + f.im[b] * c;
    float ar = f.re[a], ai = f.im[a];
    f.re[a] = ar + br;
    f.im[a] = ai + bi;
    f.re[b] = ar - br;
    f.im[b] = ai - bi;
}

__device__ void fft(Frame& f)
{
    for (int len = 2; len <= N; len <<= 1) {
        butterfly(f, threadIdx.x, len);
        __syncthreads();
    }
}

// ---------------------------------------------------------------------------------------------------------------
// the frame

__device__ float window(int i)
{
    float s = sinpif((float)i / (float)N);
    return s * s;
}

__device__ void load(Frame& f, const float* x)
{
    float a = x[threadIdx.x];
    float b = x[threadIdx.x + THREADS];
    float mean = block_sum(a + b, f.warp) * (1.0f / (float)N);
    int i = threadIdx.x;
    int j = threadIdx.x + THREADS;
    f.re[reversed(i)] = (a - mean) * window(i);
    f.re[reversed(j)] = (b - mean) * window(j);
    f.im[i] = 0.0f;
    f.im[j] = 0.0f;
    __syncthreads();
}

__device__ void power_spectrum(Frame& f)
{
    int k = threadIdx.x;
    f.power[k] = f.re[k] * f.re[k] + f.im[k] * f.im[k];
    __syncthreads();
}

__device__ float flatness_of(Frame& f, float arithmetic)
{
    int k = threadIdx.x;
    float product = block_product(k > 0 ? f.power[k] : 1.0f, f.warp);
    float geometric = powf(product, 1.0f / (float)(N / 2 - 1));
    return geometric / arithmetic;
}

__global__ void spectral_descriptors(const float* x, float* flatness, float* centroid, float* peak, float* crest)
{
    __shared__ Frame f;
    fill_twiddles(f);
    load(f, x + blockIdx.x * N);
    fft(f);
    power_spectrum(f);

    int k = threadIdx.x;
    float p = k > 0 ? f.power[k] : 0.0f;
    float total = block_sum(p, f.warp);
    float moment = block_sum(p * (float)k, f.warp);
    float top = block_max(p, f.warp);
    float arithmetic = total / (float)(N / 2 - 1);
    float flat = flatness_of(f, arithmetic);

    if (k == 0) {
        int b = blockIdx.x;
        flatness[b] = flat;
        centroid[b] = moment / total;
        peak[b] = top;
        crest[b] = top / arithmetic;
    }
}

// ---------------------------------------------------------------------------------------------------------------
// host: fills the inputs with a small generator, launches once, prints the first results

#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK(call)                                                                   \
    do {                                                                              \
        cudaError_t e_ = (call);                                                      \
        if (e_ != cudaSuccess) {                                                      \
            std::fprintf(stderr, "%s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(e_)); \
            std::exit(1);                                                             \
        }                                                                             \
    } while (0)

// Numbers in [lo, hi) from a 32-bit linear congruential generator.
static std::vector<float> generate(std::size_t n, float lo, float hi, unsigned seed)
{
    std::vector<float> v(n);
    unsigned s = seed;
    for (std::size_t i = 0; i < n; ++i) {
        s = s * 1664525u + 1013904223u;
        v[i] = lo + (hi - lo) * ((float)(s >> 8) * 0x1p-24f);
    }
    return v;
}

int main()
{
    const int frames = 2;
    std::vector<float> x = generate(frames * N, -0.01f, 0.01f, 12345u);
    float* d_x = nullptr;
    CHECK(cudaMalloc(&d_x, frames * N * sizeof(float)));
    CHECK(cudaMemcpy(d_x, x.data(), frames * N * sizeof(float), cudaMemcpyHostToDevice));
    float* d_flatness = nullptr;
    CHECK(cudaMalloc(&d_flatness, frames * sizeof(float)));
    float* d_centroid = nullptr;
    CHECK(cudaMalloc(&d_centroid, frames * sizeof(float)));
    float* d_peak = nullptr;
    CHECK(cudaMalloc(&d_peak, frames * sizeof(float)));
    float* d_crest = nullptr;
    CHECK(cudaMalloc(&d_crest, frames * sizeof(float)));

    spectral_descriptors<<<frames, THREADS>>>(d_x, d_flatness, d_centroid, d_peak, d_crest);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());

    std::vector<float> flatness(frames);
    CHECK(cudaMemcpy(flatness.data(), d_flatness, frames * sizeof(float), cudaMemcpyDeviceToHost));
    for (std::size_t i = 0; i < flatness.size() && i < 8; ++i)
        std::printf("flatness[%zu] = %.9g\n", i, (double)flatness[i]);

    CHECK(cudaFree(d_x));
    CHECK(cudaFree(d_flatness));
    CHECK(cudaFree(d_centroid));
    CHECK(cudaFree(d_peak));
    CHECK(cudaFree(d_crest));
    return 0;
}
