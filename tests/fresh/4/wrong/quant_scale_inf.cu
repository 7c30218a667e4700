// fpcheck: fake_quant_row <<<1, 32>>> x=[1e-38,5e-39,-2.5e-39,7.5e-39,-1e-38,2e-39,0,1e-39] y=empty:8 n=8 ref=y=x --tol rtol=0,atol=1e-40
// expect: error overflow at line 20: 127/1e-38 is inf, every code saturates or is a swallowed NaN
#include <cuda_runtime.h>

// Symmetric int8 fake quantisation of one row, scale by the largest magnitude.
__global__ void fake_quant_row(const float* x, float* y, int n)
{
    __shared__ float amax_s;
    int lane = threadIdx.x;
    float amax = 0.0f;
    for (int i = lane; i < n; i += 32)
        amax = fmaxf(amax, fabsf(x[i]));
    for (int o = 16; o > 0; o >>= 1)
        amax = fmaxf(amax, __shfl_xor_sync(0xffffffffu, amax, o));
    if (lane == 0)
        amax_s = amax;
    __syncthreads();
    if (amax_s == 0.0f)
        return;
    float inv = 127.0f / amax_s;
    float scale = amax_s / 127.0f;
    for (int i = lane; i < n; i += 32) {
        float q = rintf(x[i] * inv);
        q = fminf(fmaxf(q, -127.0f), 127.0f);
        y[i] = q * scale;
    }
}
