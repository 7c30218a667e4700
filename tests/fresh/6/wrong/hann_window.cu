// fpcheck: hann_window <<<(n+255)/256, 256>>> n=8192 x=ones:n out=empty:n
// expect: error cancellation at line 11: 0.5 - 0.5 cos(t) for t near 0: the first taps have no digits
// Applies a periodic Hann window to a frame of n samples.
#include <math_constants.h>

__global__ void hann_window(const float* x, float* out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float t = 2.0f * CUDART_PI_F * (float)i / (float)n;
        float w = 0.5f - 0.5f * cosf(t);
        out[i] = w * x[i];
    }
}
