// fpcheck: chirp_spectrum <<<8, 32>>> x=uniform(-1,1):1024 re=empty:8 im=empty:8 n=1024 first=1000
// expect: error absorbed at line 41: the chirp's phase pi (j+k)^2 / n reaches 1e4 radians: the rounding of the angle is 5e-4 and its square terms differ
//
// Eight bins of a DFT by Bluestein's identity, jk = (j^2 + k^2 - (k - j)^2) / 2, the way a chirp-z transform does
// it before its convolution is sped up by an FFT. A warp a bin; the convolution is direct here.
#define FULL 0xffffffffu
#define PI_F 3.14159265358979f

struct Cplx {
    float re, im;
};

__device__ __forceinline__ Cplx mul(Cplx a, Cplx b)
{
    Cplx c;
    c.re = a.re * b.re - a.im * b.im;
    c.im = a.re * b.im + a.im * b.re;
    return c;
}

__device__ __forceinline__ Cplx conj(Cplx a)
{
    Cplx c;
    c.re = a.re;
    c.im = -a.im;
    return c;
}

__device__ __forceinline__ Cplx scale(Cplx a, float f)
{
    Cplx c;
    c.re = a.re * f;
    c.im = a.im * f;
    return c;
}

// exp(-i pi m^2 / n)
__device__ __forceinline__ Cplx chirp(int m, int n)
{
    const float fm = (float)m;
    const float angle = -PI_F * fm * fm / (float)n;
    Cplx c;
    sincosf(angle, &c.im, &c.re);
    return c;
}

__device__ __forceinline__ float warp_sum(float v)
{
    for (int d = 16; d > 0; d >>= 1)
        v += __shfl_xor_sync(FULL, v, d);
    return v;
}

// Premultiplied input: a_j = x_j exp(-i pi j^2 / n)
__device__ __forceinline__ Cplx premultiply(const float* x, int j, int n)
{
    return scale(chirp(j, n), x[j]);
}

// One term of the convolution with exp(+i pi (k-j)^2 / n)
__device__ __forceinline__ Cplx convolve_term(Cplx a, int k, int j, int n)
{
    return mul(a, conj(chirp(k - j, n)));
}

__global__ void chirp_spectrum(const float* __restrict__ x, float* __restrict__ re, float* __restrict__ im,
                               int n, int first)
{
    const int k = first * 16 + blockIdx.x;     // bins beyond n alias on purpose: the zoom's origin is free
    const int lane = threadIdx.x;

    Cplx acc;
    acc.re = 0.0f;
    acc.im = 0.0f;
    for (int j = lane; j < n; j += 32) {
        const Cplx a = premultiply(x, j, n);
        const Cplx t = convolve_term(a, k, j, n);
        acc.re += t.re;
        acc.im += t.im;
    }
    acc.re = warp_sum(acc.re);
    acc.im = warp_sum(acc.im);

    const Cplx y = mul(acc, chirp(k, n));
    if (lane == 0) {
        re[blockIdx.x] = y.re;
        im[blockIdx.x] = y.im;
    }
}

// Sizes. A zoom transform looks at a few bins around a line of interest, whose index counts from the carrier's
// own origin and may be far above n. With n = 1024 and k = 16000 the largest chirp index is 16000, its square
// 2.56e8, the largest phase pi * 2.56e8 / 1024 = 7.9e5 radians.
//
// Reference of the identity:
//
//     X_k = sum_j x_j w^(jk),  w = exp(-2 pi i / n)
//         = exp(-i pi k^2/n) sum_j [x_j exp(-i pi j^2/n)] exp(+i pi (k-j)^2/n)
//
// Cost: the direct convolution takes n terms a bin, that is 32 terms a lane at n = 1024, each of two sincosf.

#ifdef STANDALONE
#include <cstdio>
#include <cstdlib>
#include <vector>

int main()
{
    const int n_x = 1024;
    std::vector<float> h_x(n_x);
    for (float& e : h_x)
        e = (float)std::rand() / (float)RAND_MAX;
    float* d_x = nullptr;
    cudaMalloc(&d_x, n_x * sizeof(float));
    cudaMemcpy(d_x, h_x.data(), n_x * sizeof(float), cudaMemcpyHostToDevice);

    const int n_re = 8;
    std::vector<float> h_re(n_re);
    float* d_re = nullptr;
    cudaMalloc(&d_re, n_re * sizeof(float));

    const int n_im = 8;
    std::vector<float> h_im(n_im);
    float* d_im = nullptr;
    cudaMalloc(&d_im, n_im * sizeof(float));

    chirp_spectrum<<<8, 32>>>(d_x, d_re, d_im, 1024, 1000);
    if (cudaDeviceSynchronize() != cudaSuccess) {
        std::fprintf(stderr, "launch failed\n");
        return 1;
    }
    cudaMemcpy(h_re.data(), d_re, n_re * sizeof(float), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n_re && i < 8; ++i)
        std::printf("re[%d] = %.9g\n", i, h_re[i]);
    cudaMemcpy(h_im.data(), d_im, n_im * sizeof(float), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n_im && i < 8; ++i)
        std::printf("im[%d] = %.9g\n", i, h_im[i]);
    cudaFree(d_x);
    cudaFree(d_re);
    cudaFree(d_im);
    return 0;
}
#endif
