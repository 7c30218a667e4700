// fpcheck: row_weights <<<1, 32>>> value=const(1):2x3000 weight=empty:2 rows=2 width=3000
// expect: error accumulator too narrow at line 11
// why: the sum of 3000 ones is kept in half, which stops at 2048: 2048 + 1 rounds back
// figure: computed 2048, MPFR 3000 (weight[0])
// Row sums of an ELL matrix whose values are halves.
#include <cuda_fp16.h>

template <typename T> __device__ inline T plus(T a, T b);
template <> __device__ inline __half plus<__half>(__half a, __half b)
{
    return __hadd(a, b);
}
template <> __device__ inline float plus<float>(float a, float b)
{
    return a + b;
}

template <typename T> __device__ T fold(const T *v, int n)
{
    T sum = v[0];
    for (int k = 1; k < n; k++)
        sum = plus(sum, v[k]);
    return sum;
}

__global__ void row_weights(const __half *value, float *weight, int rows, int width)
{
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r < rows)
        weight[r] = __half2float(fold(value + r * width, width));
}
