// fpcheck: quantise_rows <<<4, 64>>> x=@b_absmax_int8_rows_x.npy q=empty:4x64 scale=empty:4 n=64
// fpcheck+ dequantise_rows <<<4, 64>>> q=q scale=scale y=empty:4x64 n=64 --ref y=@b_absmax_int8_rows_ref_y.npy --tol rtol=0.004,atol=0.05
// expect: error narrowing store wraps at line 22
// why: the row maximum itself quantises to +128, which the narrowing store wraps to -128: the largest activation changes its sign (reported several times of symmetric int8 with a divisor of 128)
// figure: y[128] computed -5.25, exact 5.25
#include <cuda_runtime.h>
__device__ float block_absmax(float a)
{
    __shared__ float m[64];
    m[threadIdx.x] = fabsf(a);
    __syncthreads();
    for (int d = 32; d > 0; d >>= 1) {
        if (threadIdx.x < d) m[threadIdx.x] = fmaxf(m[threadIdx.x], m[threadIdx.x + d]);
        __syncthreads();
    }
    return m[0];
}
__global__ void quantise_rows(const float* __restrict__ x, signed char* q, float* scale, int n)
{
    const int i = blockIdx.x * n + threadIdx.x;
    const float s = block_absmax(x[i]) / 128.0f;
    q[i] = (signed char)__float2int_rn(x[i] / s);
    if (threadIdx.x == 0) scale[blockIdx.x] = s;
}
__global__ void dequantise_rows(const signed char* __restrict__ q, const float* __restrict__ scale, float* y, int n)
{
    const int i = blockIdx.x * n + threadIdx.x;
    y[i] = (float)q[i] * scale[blockIdx.x];
}
