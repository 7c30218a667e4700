// fpcheck: window_probs <<<4, 32>>> logits=uniform(-30,30):4x48 first=[0,40,48,17] last=[48,44,48,17] probs=empty:4x48 cols=48
// expect: ok
// why: two rows have an empty window: their maximum is -inf and their sum 0, but neither inf - inf nor 0/0 is formed; such rows get zeros by choice
// figure: largest of probs[0] computed 0.580913365, MPFR 0.580913331; rows 2 and 3 zero by choice
// Softmax over a window [first, last) of each row; elsewhere the probability is 0.
#include <math_constants.h>

__device__ __forceinline__ float warp_max(float v)
{
    for (int off = 16; off > 0; off >>= 1)
        v = fmaxf(v, __shfl_xor_sync(0xffffffffu, v, off));
    return v;
}

__device__ __forceinline__ float warp_sum(float v)
{
    for (int off = 16; off > 0; off >>= 1)
        v += __shfl_xor_sync(0xffffffffu, v, off);
    return v;
}

__global__ void window_probs(const float *logits, const int *first, const int *last, float *probs, int cols)
{
    const int row = blockIdx.x;
    const int from = first[row], to = last[row];
    const float *in = logits + row * cols;
    float m = -CUDART_INF_F;
    for (int c = threadIdx.x; c < cols; c += 32)
        if (c >= from && c < to)
            m = fmaxf(m, in[c]);
    m = warp_max(m);
    if (m == -CUDART_INF_F)
        m = 0.0f;
    float e[2], total = 0.0f;
    for (int k = 0; k < 2; k++) {
        int c = threadIdx.x + 32 * k;
        e[k] = c < cols && c >= from && c < to ? expf(in[c] - m) : 0.0f;
        total += e[k];
    }
    total = warp_sum(total);
    const float inverse = total > 0.0f ? 1.0f / total : 0.0f;
    for (int k = 0; k < 2; k++) {
        int c = threadIdx.x + 32 * k;
        if (c < cols)
            probs[row * cols + c] = e[k] * inverse;
    }
}
