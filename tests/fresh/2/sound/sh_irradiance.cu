// fpcheck: sh_project <<<1, 64>>> dirs=uniform(0.2,1):64x3 radiance=uniform(0,1):64 coef=empty:4 n=64
// expect: ok
// Projects radiance samples onto the first four spherical harmonics. The warp
// sums are combined by one thread in a fixed order.
#include <cuda_runtime.h>

__global__ void sh_project(const float* __restrict__ dirs, const float* __restrict__ radiance,
                           float* __restrict__ coef, int n)
{
    __shared__ float part[2][4];
    float acc[4] = {0.f, 0.f, 0.f, 0.f};
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        float x = dirs[3 * i], y = dirs[3 * i + 1], z = dirs[3 * i + 2];
        float inv = rsqrtf(x * x + y * y + z * z);
        float l = radiance[i];
        acc[0] += 0.282095f * l;
        acc[1] += 0.488603f * y * inv * l;
        acc[2] += 0.488603f * z * inv * l;
        acc[3] += 0.488603f * x * inv * l;
    }
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        for (int o = 16; o > 0; o >>= 1) acc[k] += __shfl_down_sync(0xffffffffu, acc[k], o);
        if ((threadIdx.x & 31) == 0) part[threadIdx.x >> 5][k] = acc[k];
    }
    __syncthreads();
    if (threadIdx.x < 4)
        coef[threadIdx.x] = (part[0][threadIdx.x] + part[1][threadIdx.x]) * (12.566371f / (float)n);
}
