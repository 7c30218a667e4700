// fpcheck: halve_traffic <<<2, 32>>> x=randn:128 y=empty:128 n=128 ref=y=x --tol rtol=0.004,atol=0
// expect: error halves packed by hand at line 12
// why: the low half is a signed short: a negative one is sign-extended and its ones overwrite the upper half of the pair
// figure: y[1] after a negative x[0] computed NaN (0xffff), MPFR x[1]
// Two bf16 share a word in the tile; both are rounded to nearest even.
#include <cuda_bf16.h>

__device__ int pack(float lo, float hi)
{
    short a = __bfloat16_as_short(__float2bfloat16_rn(lo));
    short b = __bfloat16_as_short(__float2bfloat16_rn(hi));
    return (b << 16) | a;
}

__device__ float2 unpack(int pair)
{
    return make_float2(__int_as_float(pair << 16), __int_as_float(pair & 0xffff0000));
}

__global__ void halve_traffic(const float *x, float *y, int n)
{
    __shared__ int tile[32];
    int i = 2 * (blockIdx.x * blockDim.x + threadIdx.x);
    if (i + 1 < n)
        tile[threadIdx.x] = pack(x[i], x[i + 1]);
    __syncthreads();
    if (i + 1 < n) {
        float2 v = unpack(tile[threadIdx.x]);
        y[i] = v.x;
        y[i + 1] = v.y;
    }
}
