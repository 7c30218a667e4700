// fpcheck: fir_filter <<<4, 64>>> x=uniform(0,1):256 h=uniform(0,1):16 y=empty:256 n=256
// expect: ok
// 16-tap FIR filter with a shared-memory window (zero history).
#include <cuda_runtime.h>

#define TAPS 16
#define BLOCK 64

__global__ void fir_filter(const float* __restrict__ x, const float* __restrict__ h,
                           float* __restrict__ y, int n)
{
    __shared__ float window[BLOCK + TAPS - 1];
    __shared__ float taps[TAPS];

    int start = blockIdx.x * BLOCK - (TAPS - 1);
    for (int k = threadIdx.x; k < BLOCK + TAPS - 1; k += BLOCK) {
        int g = start + k;
        window[k] = (g >= 0 && g < n) ? x[g] : 0.0f;
    }
    if (threadIdx.x < TAPS) taps[threadIdx.x] = h[threadIdx.x];
    __syncthreads();

    int i = blockIdx.x * BLOCK + threadIdx.x;
    if (i >= n) return;
    float acc = 0.0f;
#pragma unroll
    for (int t = 0; t < TAPS; ++t)
        acc = fmaf(taps[t], window[threadIdx.x + TAPS - 1 - t], acc);
    y[i] = acc;
}
