// fpcheck: layernorm <<<4, 32>>> x=uniform(4,6):4x100 y=empty:4x100 c=100 ref=y=(x-mean(x,1))/sqrt(var(x,1)+0.00001) --tol rtol=1e-3,atol=1e-4
// expect: error mismatch at line 33
// why: the 28 registers past the row's end hold 0 and are counted in the second pass as (0 - mean)^2, so the variance is near 7 instead of 0.33
// figure: computed y about 0.21 times the right one, for x = 6 it is 0.37 instead of 1.73
#include <cuda_runtime.h>

constexpr int PER_LANE = 4;

__device__ float warp_sum(float v)
{
    for (int d = 16; d; d >>= 1)
        v += __shfl_xor_sync(0xffffffffu, v, d);
    return v;
}

// One warp a row of at most 128 elements, kept in registers.
__global__ void layernorm(const float *x, float *y, int c)
{
    int lane = threadIdx.x;
    const float *row = x + blockIdx.x * c;
    float v[PER_LANE];
    float sum = 0.0f;
#pragma unroll
    for (int j = 0; j < PER_LANE; j++) {
        int i = j * 32 + lane;
        v[j] = i < c ? row[i] : 0.0f;
        sum += v[j];
    }
    float mean = warp_sum(sum) / c;
    float squares = 0.0f;
#pragma unroll
    for (int j = 0; j < PER_LANE; j++)
        squares += (v[j] - mean) * (v[j] - mean);
    float inverse = rsqrtf(warp_sum(squares) / c + 1e-5f);
#pragma unroll
    for (int j = 0; j < PER_LANE; j++) {
        int i = j * 32 + lane;
        if (i < c)
            y[blockIdx.x * c + i] = (v[j] - mean) * inverse;
    }
}
