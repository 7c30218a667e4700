// fpcheck: softmax_rows <<<4, 32>>> z=@b_softmax_max_from_zero_z.npy y=empty:4x32 n=32 --ref 'y=softmax(z, 1)'
// expect: error wrong reduction identity at line 19
// why: the running maximum starts from 0 instead of -inf: with logits near -150 every exponential underflows to 0 and the guard in the denominator hides 0/0 (known of softmax kernels padded with zeros)
// figure: y[22] computed 0, exact 0.54327212
#include <cuda_runtime.h>
__device__ float warp_max(float x)
{
    for (int d = 16; d > 0; d >>= 1) x = fmaxf(x, __shfl_xor_sync(0xffffffffu, x, d));
    return x;
}
__device__ float warp_sum(float x)
{
    for (int d = 16; d > 0; d >>= 1) x += __shfl_xor_sync(0xffffffffu, x, d);
    return x;
}
__global__ void softmax_rows(const float* __restrict__ z, float* y, int n)
{
    const int row = blockIdx.x, lane = threadIdx.x;
    float m = 0.0f;
    for (int i = lane; i < n; i += 32) m = fmaxf(m, z[row * n + i]);
    m = warp_max(m);
    float s = 0.0f;
    for (int i = lane; i < n; i += 32) s += expf(z[row * n + i] - m);
    s = warp_sum(s) + 1e-20f;
    for (int i = lane; i < n; i += 32) y[row * n + i] = expf(z[row * n + i] - m) / s;
}
