// fpcheck: cross_entropy <<<4, 32>>> z=uniform(-5,5):4x40 label=[3,17,39,0] loss=empty:4 cols=40
// expect: ok
// Cross-entropy of logits, max subtracted, loss = log(sum) - (z_label - max).
#include <cuda_runtime.h>
#include <math_constants.h>

__global__ void cross_entropy(const float* __restrict__ z, const int* __restrict__ label,
                              float* __restrict__ loss, int cols)
{
    const float* row = z + blockIdx.x * cols;
    float m = -CUDART_INF_F;
    for (int c = threadIdx.x; c < cols; c += 32) m = fmaxf(m, row[c]);
    for (int o = 16; o > 0; o >>= 1) m = fmaxf(m, __shfl_xor_sync(0xffffffffu, m, o));
    float s = 0.0f;
    for (int c = threadIdx.x; c < cols; c += 32) s += expf(row[c] - m);
    for (int o = 16; o > 0; o >>= 1) s += __shfl_xor_sync(0xffffffffu, s, o);
    if (threadIdx.x == 0) loss[blockIdx.x] = logf(s) + (m - row[label[blockIdx.x]]);
}
