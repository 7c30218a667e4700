// fpcheck: gate <<<1, 64>>> z=@b_gate_softmax16_width_z.npy p=empty:4x16 rows=4 --ref 'p=softmax(z, 1)' --tol rtol=1e-4,atol=1e-6
// expect: error mismatch (shuffle width) at line 26
// why: the sum runs over the full warp, that is over two rows of 16 experts, so that the probabilities of a row do not add to 1
// figure: p[21] computed 0.148917675, exact 0.745091421
#include <cuda_runtime.h>
// Router softmax over 16 experts: two rows share a warp, 16 lanes each.
template <int W>
__device__ float all_max(float x)
{
    for (int d = W / 2; d > 0; d >>= 1) x = fmaxf(x, __shfl_xor_sync(0xffffffffu, x, d, W));
    return x;
}
template <int W>
__device__ float all_sum(float x)
{
    for (int d = W / 2; d > 0; d >>= 1) x += __shfl_xor_sync(0xffffffffu, x, d, W);
    return x;
}
__global__ void gate(const float* __restrict__ z, float* p, int rows)
{
    const int row = threadIdx.x / 16, e = threadIdx.x % 16;
    const bool live = row < rows;
    const float v = live ? z[row * 16 + e] : -1e30f;
    const float m = all_max<16>(v);
    const float w = expf(v - m);
    const float s = all_sum<32>(w);
    if (live) p[row * 16 + e] = w / s;
}
