// fpcheck: softmax_rows <<<4, 32>>> x=uniform(-210,-200):4x20 y=empty:4x20 cols=20 ref=softmax(x,1) --tol rtol=1e-4,atol=1e-6
// expect: error mismatch with reference at line 11: the padding lanes bring 0 into the row maximum, exp(-200 - 0) underflows and 0/0 follows
// Warp-per-row softmax for rows of up to 32 columns.
#include <cuda_runtime.h>

__global__ void softmax_rows(const float* __restrict__ x, float* __restrict__ y, int cols)
{
    const int lane = threadIdx.x;
    const bool active = lane < cols;

    float v = active ? x[blockIdx.x * cols + lane] : 0.0f;

    float m = v;
    for (int o = 16; o > 0; o >>= 1)
        m = fmaxf(m, __shfl_xor_sync(0xffffffffu, m, o));

    float e = active ? expf(v - m) : 0.0f;
    float s = e;
    for (int o = 16; o > 0; o >>= 1)
        s += __shfl_xor_sync(0xffffffffu, s, o);

    if (active) y[blockIdx.x * cols + lane] = e / s;
}
