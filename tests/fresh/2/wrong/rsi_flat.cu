// fpcheck: rsi_kernel <<<1, 32>>> price=[100,100,100,100,100,100,100,100] rsi=empty:1 n=8
// expect: error nan-born at line 19: a flat series has no gains and no losses: 0/0 is NaN, and the clamp swallows it to 0 (oversold)
// Relative strength index of a window, clamped to [0, 100].
#include <cuda_runtime.h>

__global__ void rsi_kernel(const float* __restrict__ price, float* __restrict__ rsi, int n)
{
    float gain = 0.0f, loss = 0.0f;
    for (int i = threadIdx.x + 1; i < n; i += 32) {
        float d = price[i] - price[i - 1];
        gain += fmaxf(d, 0.0f);
        loss += fmaxf(-d, 0.0f);
    }
    for (int o = 16; o; o >>= 1) {
        gain += __shfl_down_sync(0xffffffff, gain, o);
        loss += __shfl_down_sync(0xffffffff, loss, o);
    }
    if (threadIdx.x == 0) {
        float r = 100.0f * gain / (gain + loss);
        rsi[0] = fminf(fmaxf(r, 0.0f), 100.0f);
    }
}
