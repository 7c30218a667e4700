// fpcheck: ell_product<<<4, 64>>> value=const(0.75):4x1024:f16 column=randint(0,63):4x1024 x=uniform(0.5,1):64 y=empty:4 length=[1024,700,33,1] width=1024
// expect: ok
// why: matrix values are halves, but every product and sum is binary32: a half is converted before it is multiplied, and only memory is narrow
// figure: computed y[3]=0.75 * x[column], MPFR the same product: half an ulp; y[0] within a few ulps of 1024 terms of one sign
#include <cuda_fp16.h>

// y = A x with A in ELLPACK, values as halves, a block a row.
template <int THREADS>
__device__ float block_sum(float v)
{
    __shared__ float part[THREADS / 32];
    for (int o = 16; o > 0; o >>= 1)
        v += __shfl_down_sync(0xffffffffu, v, o);
    if (threadIdx.x % 32 == 0)
        part[threadIdx.x / 32] = v;
    __syncthreads();
    float sum = 0.0f;
    for (int w = 0; w < THREADS / 32; w++)
        sum += part[w];
    return sum;
}

__global__ void ell_product(const __half *value, const int *column, const float *x, float *y, const int *length, int width)
{
    int row = blockIdx.x;
    const __half *v = value + (size_t)row * width;
    const int *c = column + (size_t)row * width;
    float sum = 0.0f;
    for (int k = threadIdx.x; k < length[row]; k += blockDim.x)
        sum = fmaf(__half2float(v[k]), x[c[k]], sum);
    sum = block_sum<64>(sum);
    if (threadIdx.x == 0)
        y[row] = sum;
}
