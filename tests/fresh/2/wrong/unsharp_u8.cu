// fpcheck: unsharp_mask <<<1, 32>>> img=[10,10,10,250,250,250,10,10,10,240,240,240,20,20,20,20] out=empty:16 w=16 amount=0.5
// expect: error conversion at line 16: the overshoot of 310 is stored as 54: float to unsigned char without a clamp
// 1D unsharp mask over a scan line of 8-bit pixels (replicated borders).
#include <cuda_runtime.h>

__global__ void unsharp_mask(const unsigned char* __restrict__ img, unsigned char* __restrict__ out,
                             int w, float amount)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x >= w) return;
    int l = x > 0 ? x - 1 : 0;
    int r = x < w - 1 ? x + 1 : w - 1;
    float c = (float)img[x];
    float blur = 0.25f * img[l] + 0.5f * c + 0.25f * img[r];
    float v = c + amount * 2.0f * (c - blur);
    out[x] = (unsigned char)(v + 0.5f);
}
