// fpcheck: phase_flag <<<1, 32>>> re=[0.3,1.7,2.9,0.11,4.3,0.77] im=[0.7,0.9,1.3,0.23,3.1,0.59] side=empty:6 n=6
// expect: error contraction at line 10: z * conj(z) has imaginary part exactly 0, the fused form leaves +-1e-8 and decides the half plane
// Half plane of z * conj(z_ref): 1 upper, 0 on the axis, -1 lower (Costas loop).
#include <cuda_runtime.h>

__device__ __forceinline__ float2 cmul_conj(float2 a, float2 b)
{
    float2 r;
    r.x = a.x * b.x + a.y * b.y;
    r.y = a.y * b.x - a.x * b.y;
    return r;
}

__global__ void phase_flag(const float* __restrict__ re, const float* __restrict__ im,
                           int* __restrict__ side, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float2 z = make_float2(re[i], im[i]);
    float2 p = cmul_conj(z, z);
    side[i] = p.y > 0.0f ? 1 : (p.y < 0.0f ? -1 : 0);
}
