// fpcheck: periodogram <<<5, 64>>> x=@b_psd_x.npy psd=empty:5x33 fs=100.0 --ref 'psd=@b_psd_psd.npy' --tol rtol=1e-4,atol=1e-7
// expect: error mismatch at line 36
// why: the one-sided spectrum doubles every bin, but DC and Nyquist have no mirror image; matplotlib's psd was reported and mended for just that
// figure: psd[1, 0] computed 0.859630287, MPFR 0.429814992
#include <cuda_runtime.h>

constexpr int N = 64;
constexpr int BINS = N / 2 + 1;

__device__ float hann(int i)
{
    return 0.5f - 0.5f * cospif(2.0f * i / N);
}

// Power spectral density of one segment a block; thread k < 33 makes bin k by a direct DFT
__global__ void periodogram(const float* x, float* psd, float fs)
{
    __shared__ float w[N];
    __shared__ float s[N];
    int i = threadIdx.x;
    w[i] = hann(i);
    s[i] = x[blockIdx.x * N + i] * w[i];
    __syncthreads();
    float norm = 0.0f;
    for (int j = 0; j < N; ++j)
        norm += w[j] * w[j];
    if (i < BINS) {
        float re = 0.0f, im = 0.0f;
        for (int j = 0; j < N; ++j) {
            float sn, cs;
            sincospif(2.0f * ((i * j) % N) / N, &sn, &cs);
            re += s[j] * cs;
            im -= s[j] * sn;
        }
        float p = (re * re + im * im) / (fs * norm);
        psd[blockIdx.x * BINS + i] = 2.0f * p;
    }
}
