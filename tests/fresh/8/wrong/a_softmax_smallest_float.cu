// fpcheck: row_softmax<<<2, 32>>> x=uniform(-190,-150):2x96 y=empty:2x96 n=96 --ref 'y=softmax(x, 1)'
// expect: error underflow at line 25
// why: the maximum starts at FLT_MIN, the smallest positive float, instead of minus infinity: with all logits far below zero the maximum is 0, every exponential underflows and the empty sum gives zeros
// figure: y[0] computed 0 (e^-150 underflows, the sum is 0), MPFR between 1e-17 and 1; every row sums to 0 instead of 1
#include <cuda_runtime.h>
#include <float.h>

__device__ float warp_max(float v)
{
    for (int o = 16; o > 0; o >>= 1)
        v = fmaxf(v, __shfl_xor_sync(0xffffffffu, v, o));
    return v;
}

__device__ float warp_sum(float v)
{
    for (int o = 16; o > 0; o >>= 1)
        v += __shfl_xor_sync(0xffffffffu, v, o);
    return v;
}

__global__ void row_softmax(const float *x, float *y, int n)
{
    const float *row = x + blockIdx.x * n;
    float m = FLT_MIN;
    for (int i = threadIdx.x; i < n; i += 32)
        m = fmaxf(m, row[i]);
    m = warp_max(m);
    float sum = 0.0f;
    for (int i = threadIdx.x; i < n; i += 32)
        sum += expf(row[i] - m);
    sum = warp_sum(sum);
    for (int i = threadIdx.x; i < n; i += 32)
        y[blockIdx.x * n + i] = sum > 0.0f ? expf(row[i] - m) / sum : 0.0f;
}
