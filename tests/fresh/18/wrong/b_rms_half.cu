// fpcheck: rmsnorm_half <<<2, 32>>> x=@b_rms_half_x.npy gain=const(1):64:f16 y=empty:2x64:f16 dim=64 eps=1e-5 --ref y=@b_rms_half_ref.npy --tol rtol=4e-3,atol=1e-4
// expect: error overflow at line 19: the square of an activation of 300 is beyond half's range; rsqrt turns the infinity into a row of zeros
// why: the square of an activation of 300 is beyond half's range; rsqrt turns the infinity into a row of zeros
// figure: y[0] computed 0, MPFR 1.28352
#include <cuda_fp16.h>

__device__ float warp_sum(float v)
{
    for (int d = 16; d > 0; d >>= 1)
        v += __shfl_xor_sync(0xffffffffu, v, d);
    return v;
}

__global__ void rmsnorm_half(const __half *x, const __half *gain, __half *y, int dim, float eps)
{
    const __half *row = x + blockIdx.x * dim;
    float ss = 0.0f;
    for (int j = threadIdx.x; j < dim; j += 32) {
        __half sq = __hmul(row[j], row[j]);
        ss += __half2float(sq);
    }
    ss = warp_sum(ss);
    float inv = rsqrtf(ss / (float)dim + eps);
    for (int j = threadIdx.x; j < dim; j += 32)
        y[blockIdx.x * dim + j] = __float2half(__half2float(row[j]) * inv * __half2float(gain[j]));
}
