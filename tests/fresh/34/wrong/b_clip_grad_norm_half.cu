// fpcheck: norm_partial <<<8, 64>>> g=@b_clip_grad_norm_half_g.npy part=empty:8:f16 n=256
// fpcheck+ norm_scale <<<1, 32>>> part=part coef=empty:1 blocks=8 max_norm=1.0
// fpcheck+ apply_clip <<<8, 256>>> g=g coef=coef out=empty:8x256 n=256 --ref out=@b_clip_grad_norm_half_ref_out.npy --tol rtol=0.01,atol=1e-4
// expect: error infinity in a half accumulator, hidden by a division at line 47
// why: the sum of 256 squares of gradients of size 24 is about 147000, beyond half's 65504: the partial sum becomes inf, max_norm / inf = 0 hides it and all gradients vanish (reported of fp16 training)
// figure: out[1516] computed 0, exact 0.0754663354
#include <cuda_runtime.h>
#include <cuda_fp16.h>

// clip_grad_norm_ for half gradients: squares are summed per block, the norm is made of the partial sums,
// and all gradients are scaled by min(1, max_norm / norm).

constexpr unsigned FULL = 0xffffffffu;

__device__ __forceinline__ float square(float x)
{
    return x * x;
}

__device__ __forceinline__ float warp_sum(float v)
{
#pragma unroll
    for (int d = 16; d > 0; d >>= 1) v += __shfl_down_sync(FULL, v, d);
    return v;
}

// Two warps a block; the sum is valid in thread 0.
__device__ float block_sum(float v)
{
    __shared__ float part[2];
    const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    v = warp_sum(v);
    if (lane == 0) part[warp] = v;
    __syncthreads();
    return part[0] + part[1];
}

__device__ __forceinline__ float strided_squares(const __half* __restrict__ row, int n)
{
    float s = 0.0f;
    for (int i = threadIdx.x; i < n; i += blockDim.x) s += square(__half2float(row[i]));
    return s;
}

__device__ __forceinline__ void store_partial(__half* where, float sum)
{
    *where = __float2half_rn(sum);
}

__global__ void norm_partial(const __half* __restrict__ g, __half* part, int n)
{
    const float s = block_sum(strided_squares(g + (size_t)blockIdx.x * n, n));
    if (threadIdx.x == 0) store_partial(part + blockIdx.x, s);
}

__device__ __forceinline__ float clip_coefficient(float total, float max_norm)
{
    const float norm = sqrtf(total);
    const float c = max_norm / (norm + 1e-6f);
    return fminf(c, 1.0f);
}

__global__ void norm_scale(const __half* __restrict__ part, float* coef, int blocks, float max_norm)
{
    const int lane = threadIdx.x;
    float v = 0.0f;
    for (int b = lane; b < blocks; b += 32) v += __half2float(part[b]);
    v = warp_sum(v);
    if (lane == 0) coef[0] = clip_coefficient(v, max_norm);
}

__device__ __forceinline__ float scaled(__half g, float c)
{
    return __half2float(g) * c;
}

__global__ void apply_clip(const __half* __restrict__ g, const float* __restrict__ coef, float* out, int n)
{
    const int i = blockIdx.x * n + threadIdx.x;
    if (threadIdx.x < n) out[i] = scaled(g[i], coef[0]);
}
