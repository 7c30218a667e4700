// fpcheck: biquad <<<1, 32>>> x=uniform(0.5,1):32x64 y=empty:32x64 b0=0.2 b1=0.4 b2=0.2 a1=-0.4 a2=0.2 len=64 channels=32
// expect: ok
// Biquad (transposed direct form II), one channel per thread.
#include <cuda_runtime.h>

__global__ void biquad(const float* __restrict__ x, float* __restrict__ y,
                       float b0, float b1, float b2, float a1, float a2, int len, int channels)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= channels) return;
    const float* in = x + c * len;
    float* out = y + c * len;
    float z1 = 0.0f, z2 = 0.0f;
    for (int i = 0; i < len; ++i) {
        float v = in[i];
        float o = fmaf(b0, v, z1);
        z1 = fmaf(b1, v, fmaf(-a1, o, z2));
        z2 = fmaf(b2, v, -a2 * o);
        out[i] = o;
    }
}
