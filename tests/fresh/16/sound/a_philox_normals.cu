// fpcheck: gauss_field <<<2, 64>>> z=empty:256 count=inout:zeros:16 seed=20240 n=256
// expect: ok
// why: words overflow in products and additions on purpose; uniforms are made of 24 bits, one open at 0 and one never 1, and bins are clamped as integers
// figure: computed normals within 3 ulp of Box-Muller of their words; sum of count = 256, MPFR the same; relative error below 4e-7
// A field of normal deviates by Philox 4x32-10 and Box-Muller, and a
// histogram of words left over. Every thread draws two numbers from its own counter.
#include <cuda_runtime.h>

#define ROUNDS 10
#define BINS 16

struct Words {
    unsigned w[4];
};

struct Key {
    unsigned k0;
    unsigned k1;
};

// ------------------------------------------------------------- Philox

__device__ inline Key bump(Key k)
{
    k.k0 += 0x9e3779b9u;
    k.k1 += 0xbb67ae85u;
    return k;
}

__device__ inline Words round_once(const Words &c, Key k)
{
    const unsigned m0 = 0xd2511f53u;
    const unsigned m1 = 0xcd9e8d57u;
    Words r;
    r.w[0] = __umulhi(m1, c.w[2]) ^ c.w[1] ^ k.k0;
    r.w[1] = m1 * c.w[2];
    r.w[2] = __umulhi(m0, c.w[0]) ^ c.w[3] ^ k.k1;
    r.w[3] = m0 * c.w[0];
    return r;
}

__device__ Words philox(unsigned index, unsigned stream, unsigned seed)
{
    Words c;
    c.w[0] = index;
    c.w[1] = stream;
    c.w[2] = 0u;
    c.w[3] = 0u;
    Key k;
    k.k0 = seed;
    k.k1 = ~seed;
    for (int r = 0; r < ROUNDS; r++) {
        c = round_once(c, k);
        k = bump(k);
    }
    return c;
}

// ------------------------------------------------------------- uniforms

// (0, 1]
__device__ inline float open_at_zero(unsigned u)
{
    return (float)((u >> 8) + 1u) * (1.0f / 16777216.0f);
}

// [0, 1)
__device__ inline float below_one(unsigned u)
{
    return (float)(u >> 8) * (1.0f / 16777216.0f);
}

// ------------------------------------------------------------- normals

struct Pair {
    float a;
    float b;
};

__device__ Pair box_muller(unsigned u, unsigned v)
{
    float r = sqrtf(-2.0f * logf(open_at_zero(u)));
    float s, c;
    sincospif(2.0f * below_one(v), &s, &c);
    Pair p;
    p.a = r * c;
    p.b = r * s;
    return p;
}

// ------------------------------------------------------------- histogram

__device__ void clear(int *bins)
{
    for (int b = threadIdx.x; b < BINS; b += blockDim.x)
        bins[b] = 0;
}

// What is binned are random words themselves, by their four upper bits, so
// that rounding decides nothing.
__device__ inline int bin_of(unsigned word)
{
    int b = (int)(word >> 28);
    return min(max(b, 0), BINS - 1);
}

__device__ void count_word(int *bins, unsigned word)
{
    atomicAdd(&bins[bin_of(word)], 1);
}

__device__ void flush(const int *bins, int *count)
{
    for (int b = threadIdx.x; b < BINS; b += blockDim.x)
        atomicAdd(&count[b], bins[b]);
}

// ------------------------------------------------------------- the kernel

__global__ void gauss_field(float *z, int *count, unsigned seed, int n)
{
    __shared__ int bins[BINS];
    clear(bins);
    __syncthreads();

    unsigned index = blockIdx.x * blockDim.x + threadIdx.x;
    int first = 2 * (int)index;
    Words w = philox(index, 0u, seed);

    // two normals a thread
    if (first + 1 < n) {
        Pair p = box_muller(w.w[0], w.w[1]);
        z[first] = p.a;
        z[first + 1] = p.b;
    }

    // histograms of the words left over
    count_word(bins, w.w[2]);
    count_word(bins, w.w[3]);
    __syncthreads();
    flush(bins, count);
}

// ------------------------------------------------------------- host

cudaError_t run_gauss_field(float *z, int *count, unsigned seed, int n)
{
    // device buffers
    float *d_z = nullptr;
    int *d_count = nullptr;
    cudaMalloc(&d_z, sizeof(float) * (n));
    cudaMalloc(&d_count, sizeof(int) * (BINS));

    cudaMemset(d_z, 0, sizeof(float) * (n));
    cudaMemset(d_count, 0, sizeof(int) * (BINS));

    gauss_field<<<(n + 127) / 128, 64>>>(d_z, d_count, seed, n);
    cudaError_t status = cudaDeviceSynchronize();

    cudaMemcpy(z, d_z, sizeof(float) * (n), cudaMemcpyDeviceToHost);
    cudaMemcpy(count, d_count, sizeof(int) * (BINS), cudaMemcpyDeviceToHost);
    cudaFree(d_z);
    cudaFree(d_count);
    return status;
}
