// fpcheck: group_norm<<<4, 64>>> x=uniform(300,300.25):4x256 gamma=uniform(0.5,1.5):256 beta=uniform(-1,1):256 y=empty:4x256 width=256 eps=1e-5
// expect: ok
// why: E[d^2] - E[d]^2 is harmless here, because d is the distance from the first element of the group, and no larger than the spread
// figure: for a draw of this distribution the variance computed 0.00530985091, MPFR 0.00530984229: relative error 1.6e-06, against 1e-5 allowed
#include <cuda_runtime.h>

__device__ float warp_sum(float v)
{
    for (int o = 16; o > 0; o >>= 1)
        v += __shfl_xor_sync(0xffffffffu, v, o);
    return v;
}

__device__ float block_sum(float v, float *scratch)
{
    int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    v = warp_sum(v);
    __syncthreads();
    if (lane == 0)
        scratch[warp] = v;
    __syncthreads();
    float total = 0.0f;
    for (int w = 0; w < (int)(blockDim.x >> 5); w++)
        total += scratch[w];
    return total;
}

__global__ void group_norm(const float *x, const float *gamma, const float *beta, float *y, int width, float eps)
{
    __shared__ float scratch[32];
    const float *row = x + blockIdx.x * width;
    float pivot = row[0];
    float s = 0.0f, q = 0.0f;
    for (int i = threadIdx.x; i < width; i += blockDim.x) {
        float d = row[i] - pivot;
        s += d;
        q += d * d;
    }
    s = block_sum(s, scratch);
    q = block_sum(q, scratch);
    float mean = s / width;
    float var = fmaxf(q / width - mean * mean, 0.0f);
    float inv = rsqrtf(var + eps);
    for (int i = threadIdx.x; i < width; i += blockDim.x)
        y[blockIdx.x * width + i] = ((row[i] - pivot) - mean) * inv * gamma[i] + beta[i];
}
