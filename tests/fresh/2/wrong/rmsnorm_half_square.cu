// fpcheck: rmsnorm_fp16 <<<1, 64>>> x=uniform(300,500):256:f16 y=empty:256 n=256 eps=1e-6 ref=x/sqrt(mean(x*x)+1e-6) --tol rtol=1e-2
// expect: error narrowing at line 21: x*x of 300 and more is above 65504 and infinite in half, so that every output is 0
// Fused RMSNorm for fp16 activations, one block per row.
#include <cuda_runtime.h>
#include <cuda_fp16.h>

__device__ __forceinline__ float warp_sum(float v)
{
    for (int o = 16; o > 0; o >>= 1)
        v += __shfl_xor_sync(0xffffffffu, v, o);
    return v;
}

__global__ void rmsnorm_fp16(const __half* __restrict__ x, __half* __restrict__ y, int n, float eps)
{
    __shared__ float partial[2];

    float sum = 0.0f;
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        __half v = x[i];
        __half sq = __hmul(v, v);
        sum += __half2float(sq);
    }
    sum = warp_sum(sum);
    if ((threadIdx.x & 31) == 0) partial[threadIdx.x >> 5] = sum;
    __syncthreads();
    sum = partial[0] + partial[1];

    float inv = rsqrtf(sum / (float)n + eps);
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        y[i] = __float2half(__half2float(x[i]) * inv);
}
