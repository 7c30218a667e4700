// fpcheck: layernorm_row <<<1, 64>>> x=uniform(0,0.005):256 y=empty:256 n=256 eps=1e-5 ref=(x-mean(x))/sqrt(var(x)+1e-5) --tol rtol=1e-3,atol=1e-3
// expect: error mismatch with reference at line 31: eps is added to the standard deviation instead of the variance: off by a factor near 2.4
// LayerNorm without affine parameters, one block per row.
#include <cuda_runtime.h>

__device__ float block_sum64(float v, float* scratch)
{
    for (int o = 16; o > 0; o >>= 1)
        v += __shfl_xor_sync(0xffffffffu, v, o);
    __syncthreads();
    if ((threadIdx.x & 31) == 0) scratch[threadIdx.x >> 5] = v;
    __syncthreads();
    return scratch[0] + scratch[1];
}

__global__ void layernorm_row(const float* __restrict__ x, float* __restrict__ y, int n, float eps)
{
    __shared__ float scratch[2];

    float s = 0.0f;
    for (int i = threadIdx.x; i < n; i += blockDim.x) s += x[i];
    float mean = block_sum64(s, scratch) / n;

    float q = 0.0f;
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        float d = x[i] - mean;
        q += d * d;
    }
    float var = block_sum64(q, scratch) / n;

    float inv = 1.0f / (sqrtf(var) + eps);
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        y[i] = (x[i] - mean) * inv;
}
