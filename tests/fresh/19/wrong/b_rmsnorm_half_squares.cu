// fpcheck: rmsnorm <<<2, 64>>> x=uniform(14,22):2x1024 weight=const(1):1024 y=empty:2x1024 c=1024 ref=y=x/sqrt(sum(x*x,1)/1024) --tol rtol=5e-3,atol=0
// expect: error overflow at line 11
// why: the squares are added across lanes in binary16: 256 squares of about 330 pass 65504 in the warp reduction, the sum is infinite, and rsqrtf makes zeros of it, which look like quiet activations
// figure: computed y[0] 0, right x[0] / 18.1, between 0.77 and 1.22
#include <cuda_fp16.h>
#include <cuda_runtime.h>

__device__ __half2 warp_add(__half2 v)
{
    for (int d = 16; d; d >>= 1)
        v = __hadd2(v, __shfl_xor_sync(0xffffffffu, v, d));
    return v;
}

__device__ float row_square_sum(const __half2 *row, int pairs)
{
    __shared__ float parts[2];
    __half2 acc = __float2half2_rn(0.0f);
    for (int i = threadIdx.x; i < pairs; i += blockDim.x) {
        __half2 v = row[i];
        acc = __hfma2(v, v, acc);
    }
    acc = warp_add(acc);
    if (threadIdx.x % 32 == 0)
        parts[threadIdx.x / 32] = __low2float(acc) + __high2float(acc);
    __syncthreads();
    return parts[0] + parts[1];
}

__global__ void rmsnorm(const __half *x, const __half *weight, __half *y, int c)
{
    const __half2 *row = reinterpret_cast<const __half2 *>(x + blockIdx.x * c);
    const __half2 *w = reinterpret_cast<const __half2 *>(weight);
    __half2 *out = reinterpret_cast<__half2 *>(y + blockIdx.x * c);
    float scale = rsqrtf(row_square_sum(row, c / 2) / c + 1e-6f);
    for (int i = threadIdx.x; i < c / 2; i += blockDim.x) {
        float2 v = __half22float2(row[i]);
        float2 g = __half22float2(w[i]);
        out[i] = __floats2half2_rn(v.x * scale * g.x, v.y * scale * g.y);
    }
}
