// fpcheck: softmax_row <<<1, 32>>> logits=[[-120,-121.5,-119.25,-123,-130,-118.5]] probs=empty:1x6 cols=6 --ref 'probs=softmax(logits, 1)' --tol rtol=1e-4,atol=1e-6
// expect: error underflow at line 30
// why: FLT_MIN, the smallest positive number, as the identity of max: the exponentials of a row of logits below -104 all underflow
// figure: probs[5] computed 0, MPFR 0.5693454477377308
#include <cuda_runtime.h>
#include <float.h>

// Row-wise softmax, one warp per row.
__device__ __forceinline__ float warp_max(float v)
{
    for (int offset = 16; offset > 0; offset >>= 1)
        v = fmaxf(v, __shfl_xor_sync(0xffffffff, v, offset));
    return v;
}

__device__ __forceinline__ float warp_sum(float v)
{
    for (int offset = 16; offset > 0; offset >>= 1)
        v += __shfl_xor_sync(0xffffffff, v, offset);
    return v;
}

__global__ void softmax_row(const float *__restrict__ logits, float *__restrict__ probs, int cols)
{
    const float *row = logits + blockIdx.x * cols;
    float *out = probs + blockIdx.x * cols;
    int lane = threadIdx.x;

    // Maximum for numerical stability
    float m = FLT_MIN;
    for (int c = lane; c < cols; c += 32)
        m = fmaxf(m, row[c]);
    m = warp_max(m);

    float sum = 0.0f;
    for (int c = lane; c < cols; c += 32)
        sum += expf(row[c] - m);
    sum = warp_sum(sum);

    float inv = sum > 0.0f ? 1.0f / sum : 0.0f;
    for (int c = lane; c < cols; c += 32)
        out[c] = expf(row[c] - m) * inv;
}
