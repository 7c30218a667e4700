// fpcheck: encode_srgb <<<1, 32>>> lin=[0,0.001,0.01,0.1,0.25,0.5,0.75,1,1.5,-0.2] out=empty:10 n=10
// expect: ok
// Linear to sRGB, 8 bit, clamped before the conversion.
#include <cuda_runtime.h>

__global__ void encode_srgb(const float* __restrict__ lin, unsigned char* __restrict__ out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float v = __saturatef(lin[i]);
    float s = v <= 0.0031308f ? 12.92f * v : 1.055f * powf(v, 1.0f / 2.4f) - 0.055f;
    out[i] = (unsigned char)__float2uint_rn(s * 255.0f);
}
