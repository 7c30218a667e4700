// fpcheck: fft256 <<<2, 128>>> xr=uniform(-1,1):2x256 xi=uniform(-1,1):2x256 yr=empty:2x256 yi=empty:2x256
// expect: ok
//
// Forward FFT of 256 points, radix 2, Stockham autosort: one block a transform, 128 threads, a butterfly a thread
// and stage. Two buffers alternate, so that one barrier a stage is enough. Twiddles are computed from exact
// fractions of a turn with sincospif.
#define N 256
#define HALF 128

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

__device__ __forceinline__ Cplx add(Cplx a, Cplx b)
{
    return make(a.re + b.re, a.im + b.im);
}

__device__ __forceinline__ Cplx sub(Cplx a, Cplx b)
{
    return make(a.re - b.re, a.im - b.im);
}

__device__ __forceinline__ Cplx mul(Cplx a, Cplx b)
{
    return make(a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re);
}

// exp(-2 pi i k / n): k / n is exact for powers of two
__device__ __forceinline__ Cplx twiddle(int k, int n)
{
    float s, c;
    sincospif(-2.0f * (float)k / (float)n, &s, &c);
    return make(c, s);
}

struct Buffer {
    float re[N];
    float im[N];
};

__device__ __forceinline__ Cplx get(const Buffer& b, int i)
{
    return make(b.re[i], b.im[i]);
}

__device__ __forceinline__ void put(Buffer& b, int i, Cplx c)
{
    b.re[i] = c.re;
    b.im[i] = c.im;
}

// One stage: n is the length of the sub-transforms left, s the stride, n * s == N.
__device__ __forceinline__ void stage(const Buffer& src, Buffer& dst, int n, int s, int t)
{
    const int m = n / 2;
    const int p = t / s;          // 0 .. m-1
    const int q = t - p * s;      // 0 .. s-1
    const Cplx a = get(src, q + s * p);
    const Cplx b = get(src, q + s * (p + m));
    const Cplx w = twiddle(p, n);
    put(dst, q + s * (2 * p), add(a, b));
    put(dst, q + s * (2 * p + 1), mul(sub(a, b), w));
}

__global__ void __launch_bounds__(HALF) fft256(const float* __restrict__ xr, const float* __restrict__ xi,
                                               float* __restrict__ yr, float* __restrict__ yi)
{
    __shared__ Buffer buf[2];

    const int t = threadIdx.x;
    const int base = blockIdx.x * N;

    put(buf[0], t, make(xr[base + t], xi[base + t]));
    put(buf[0], t + HALF, make(xr[base + t + HALF], xi[base + t + HALF]));
    __syncthreads();

    int cur = 0;
    int s = 1;
    for (int n = N; n > 1; n /= 2) {
        stage(buf[cur], buf[cur ^ 1], n, s, t);
        __syncthreads();
        cur ^= 1;
        s *= 2;
    }

    const Cplx lo = get(buf[cur], t);
    const Cplx hi = get(buf[cur], t + HALF);
    yr[base + t] = lo.re;
    yi[base + t] = lo.im;
    yr[base + t + HALF] = hi.re;
    yi[base + t + HALF] = hi.im;
}

// Error: eight stages, each of which adds an error of about eps times the root mean square of the data; an
// element of the result is good to a few parts in 10^7 of the largest one.
//
// Shared memory: 2 buffers of 2 KiB. Bank conflicts: stage 1 reads with a unit stride and writes with stride 2.
//
// Stages (n, s, m):
//    256    1   128
//    128    2    64
//     64    4    32
//     32    8    16
//     16   16     8
//      8   32     4
//      4   64     2
//      2  128     1

#ifdef STANDALONE
#include <cstdio>
#include <cstdlib>
#include <vector>

int main()
{
    const int n_xr = 2 * 256;
    std::vector<float> h_xr(n_xr);
    for (float& e : h_xr)
        e = (float)std::rand() / (float)RAND_MAX;
    float* d_xr = nullptr;
    cudaMalloc(&d_xr, n_xr * sizeof(float));
    cudaMemcpy(d_xr, h_xr.data(), n_xr * sizeof(float), cudaMemcpyHostToDevice);

    const int n_xi = 2 * 256;
    std::vector<float> h_xi(n_xi);
    for (float& e : h_xi)
        e = (float)std::rand() / (float)RAND_MAX;
    float* d_xi = nullptr;
    cudaMalloc(&d_xi, n_xi * sizeof(float));
    cudaMemcpy(d_xi, h_xi.data(), n_xi * sizeof(float), cudaMemcpyHostToDevice);

    const int n_yr = 2 * 256;
    std::vector<float> h_yr(n_yr);
    float* d_yr = nullptr;
    cudaMalloc(&d_yr, n_yr * sizeof(float));

    const int n_yi = 2 * 256;
    std::vector<float> h_yi(n_yi);
    float* d_yi = nullptr;
    cudaMalloc(&d_yi, n_yi * sizeof(float));

    fft256<<<2, 128>>>(d_xr, d_xi, d_yr, d_yi);
    if (cudaDeviceSynchronize() != cudaSuccess) {
        std::fprintf(stderr, "launch failed\n");
        return 1;
    }
    cudaMemcpy(h_yr.data(), d_yr, n_yr * sizeof(float), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n_yr && i < 8; ++i)
        std::printf("yr[%d] = %.9g\n", i, h_yr[i]);
    cudaMemcpy(h_yi.data(), d_yi, n_yi * sizeof(float), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n_yi && i < 8; ++i)
        std::printf("yi[%d] = %.9g\n", i, h_yi[i]);
    cudaFree(d_xr);
    cudaFree(d_xi);
    cudaFree(d_yr);
    cudaFree(d_yi);
    return 0;
}
#endif
