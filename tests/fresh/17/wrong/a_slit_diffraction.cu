// fpcheck: diffraction<<<1, 32>>> screen=[0.7,1.9,3.3] intensity=empty:3 width=0.2 z=1000.0 lambda=0.0005 sources=64 n=3
// expect: error precision at line 22
// why: a path of 2e6 wavelengths leaves no bits for the fraction of a turn: phases are rounded to about a radian
// figure: intensity[0] computed 0.581323147, MPFR 0.767067803
#include <cuda_runtime.h>
#define TWO_PI 6.2831853f

__device__ inline float path_length(float dx, float z)
{
    return sqrtf(dx * dx + z * z);
}

// Huygens sum over the secondary sources of a slit, lengths in millimetres
__global__ void diffraction(const float *screen, float *intensity, float width, float z, float lambda, int sources, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float re = 0.0f, im = 0.0f;
    for (int k = 0; k < sources; k++) {
        float xs = width * (((float)k + 0.5f) / (float)sources - 0.5f);
        float phase = TWO_PI * path_length(screen[i] - xs, z) / lambda;
        float s, c;
        sincosf(phase, &s, &c);
        re += c;
        im += s;
    }
    float scale = 1.0f / (float)sources;
    intensity[i] = (re * re + im * im) * scale * scale;
}
