// fpcheck: quantize_int8 <<<1, 64>>> x=[0.1,-0.4,1,0.3,-1,0.99,0.52,0.2] q=empty:8 scale_out=empty:1 n=8
// expect: ok
// Symmetric int8 quantisation with an absmax scale, clamped to [-127, 127].
#include <cuda_runtime.h>

__global__ void quantize_int8(const float* __restrict__ x, signed char* __restrict__ q,
                              float* __restrict__ scale_out, int n)
{
    __shared__ float warp_max[2];
    float m = 0.0f;
    for (int i = threadIdx.x; i < n; i += blockDim.x) m = fmaxf(m, fabsf(x[i]));
    for (int o = 16; o > 0; o >>= 1) m = fmaxf(m, __shfl_xor_sync(0xffffffffu, m, o));
    if ((threadIdx.x & 31) == 0) warp_max[threadIdx.x >> 5] = m;
    __syncthreads();
    m = fmaxf(warp_max[0], warp_max[1]);

    float scale = m > 0.0f ? 127.0f / m : 0.0f;
    if (threadIdx.x == 0) scale_out[0] = m / 127.0f;
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        int v = __float2int_rn(x[i] * scale);
        q[i] = (signed char)max(-127, min(127, v));
    }
}
