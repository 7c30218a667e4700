// fpcheck: histogram_entropy <<<2, 64>>> counts=[8,4,2,2,0,0,0,0,5,5,5,5,5,5,5,5] h=empty:2 bins=8 inv_total=[0.0625,0.025]
// expect: error nan-born at line 23: an empty bin gives 0 * log(0) = NaN, and fmaxf(NaN, 0) reports an entropy of 0 (1.213 without the empty bins)
// Shannon entropy (nats) of one histogram per block, two warps per block.
#include <cuda_runtime.h>

__device__ __forceinline__ float warp_sum(float v)
{
#pragma unroll
    for (int o = 16; o > 0; o >>= 1)
        v += __shfl_down_sync(0xffffffffu, v, o);
    return v;
}

__global__ void histogram_entropy(const int* __restrict__ counts, const float* __restrict__ inv_total,
                                  float* __restrict__ h, int bins)
{
    __shared__ float partial[2];
    const int* c = counts + blockIdx.x * bins;

    float acc = 0.0f;
    for (int i = threadIdx.x; i < bins; i += blockDim.x) {
        float p = (float)c[i] * inv_total[blockIdx.x];
        acc -= p * logf(p);
    }
    acc = warp_sum(acc);
    if ((threadIdx.x & 31) == 0) partial[threadIdx.x >> 5] = acc;
    __syncthreads();

    if (threadIdx.x == 0)
        h[blockIdx.x] = fmaxf(partial[0] + partial[1], 0.0f);   // entropy is never negative
}
