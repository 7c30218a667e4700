// fpcheck: correlate <<<2, 64>>> counts=@b_xc_c.npy code=@b_xc_k.npy out=empty:128 n=128 taps=64 --ref out=@b_xc_ref.npy --tol bitwise
// expect: ok
// why: integers in floats, summed by atomics in any order: every partial sum stays below 2^24, so no order rounds (photon counts against a +-1 code)
// figure: out: largest error 0 (0 relative at its worst, largest |value| 46488), as simulated
#include <cuda_runtime.h>

__global__ void correlate(const float *counts, const float *code, float *out, int n, int taps)
{
    __shared__ float sums[64];
    sums[threadIdx.x] = 0.0f;
    __syncthreads();
    int first = blockIdx.x * 64;
    // each thread takes one tap and spreads it over the block's lags
    if ((int)threadIdx.x < taps)
        for (int lag = 0; lag < 64; lag++) {
            int l = (lag + threadIdx.x) % 64;
            atomicAdd(&sums[l], counts[first + l + threadIdx.x] * code[threadIdx.x]);
        }
    __syncthreads();
    if (first + (int)threadIdx.x < n)
        out[first + threadIdx.x] = sums[threadIdx.x];
}
