// fpcheck: specular <<<1, 32>>> ndoth=[0.9,0.5,-0.2,0,1,-1] shininess=[8,0,0,0,32,16] spec=empty:6 n=6
// expect: error fast-math intrinsic outside its range at line 13: __powf(0, 0) is exp2(0 * log2(0)) = NaN where pow(0, 0) is 1, and the clamp swallows it to 0
// Blinn-Phong specular term per pixel, saturated to [0, 1]. A shininess of 0
// means a constant highlight.
#include <cuda_runtime.h>

__global__ void specular(const float* __restrict__ ndoth, const float* __restrict__ shininess,
                         float* __restrict__ spec, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float base = fmaxf(ndoth[i], 0.0f);
    float s = __powf(base, shininess[i]);
    spec[i] = fminf(fmaxf(s, 0.0f), 1.0f);
}
