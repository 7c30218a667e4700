// fpcheck: rms_norm <<<4, 64>>> x=@a_rms_half2_x.npy w=@a_rms_half2_w.npy y=empty:4x256 dim=256 eps=1e-5 --ref y=@a_rms_half2_want.npy --tol rtol=2e-3,atol=1e-5
// expect: ok
// why: half values of up to 300, whose squares and sum are beyond half's range, but both are float
// figure: y[2][0] computed -0.254882813, MPFR -0.25490579
// RMS norm of half rows, two elements at a time.
#include <cuda_fp16.h>

__device__ float block_sum(float v)
{
    __shared__ float part[32];
    for (int o = 16; o > 0; o >>= 1)
        v += __shfl_xor_sync(0xffffffffu, v, o);
    if ((threadIdx.x & 31) == 0)
        part[threadIdx.x >> 5] = v;
    __syncthreads();
    float total = 0.0f;
    for (int i = 0; i < (int)(blockDim.x + 31) / 32; i++)
        total += part[i];
    return total;
}

__global__ void rms_norm(const __half *x, const __half *w, __half *y, int dim, float eps)
{
    const __half2 *row = reinterpret_cast<const __half2 *>(x + blockIdx.x * dim);
    const __half2 *weight = reinterpret_cast<const __half2 *>(w);
    __half2 *out = reinterpret_cast<__half2 *>(y + blockIdx.x * dim);
    float squares = 0.0f;
    for (int i = threadIdx.x; i < dim / 2; i += blockDim.x) {
        float2 v = __half22float2(row[i]);
        squares += v.x * v.x + v.y * v.y;
    }
    float scale = rsqrtf(block_sum(squares) / (float)dim + eps);
    for (int i = threadIdx.x; i < dim / 2; i += blockDim.x) {
        float2 v = __half22float2(row[i]);
        float2 g = __half22float2(weight[i]);
        out[i] = __floats2half2_rn(v.x * scale * g.x, v.y * scale * g.y);
    }
}
