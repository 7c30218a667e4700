// fpcheck: slit_intensity<<<1, 32>>> screen=[0.1,0.5,0.8] intensity=empty:3 width=0.4 z=1000.0 lambda=0.0005 sources=32 n=3
// expect: ok
// why: two million wavelengths, but only the excess over the axis is computed, and reduced in turns
// figure: relative error 1.11542126e-08
#include <cuda_runtime.h>

// extra path over the straight one, without subtracting two lengths of a metre
__device__ inline float excess(float dx, float z)
{
    return dx * dx / (sqrtf(dx * dx + z * z) + z);
}

// Huygens sum over a slit, up to a common phase, which an intensity does not see. Millimetres.
__global__ void slit_intensity(const float *screen, float *intensity, float width, float z, float lambda, int sources, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float re = 0.0f, im = 0.0f;
    for (int k = 0; k < sources; k++) {
        float xs = width * (((float)k + 0.5f) / (float)sources - 0.5f);
        float turns = excess(screen[i] - xs, z) / lambda;
        float s, c;
        sincospif(2.0f * (turns - rintf(turns)), &s, &c);
        re += c;
        im += s;
    }
    float scale = 1.0f / (float)sources;
    intensity[i] = (re * re + im * im) * scale * scale;
}
