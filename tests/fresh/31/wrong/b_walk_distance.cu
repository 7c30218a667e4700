// fpcheck: legs <<<1, 32>>> lat=[47.3769, 47.37693, 47.37701, 47.37712, 47.37713] lon=[8.5417, 8.54172, 8.5418, 8.54181, 8.54195] metres=empty:4 n=4
// expect: error cancellation at line 25
// why: spherical law of cosines for points a few metres apart: the cosine is 1 - 1e-12, which a float cannot tell from 1; the clamp hides what is above 1
// figure: computed metres[0] = 0.000, MPFR 3.7134 (legs: 3.713, 10.718, 12.326, 10.590)
#include <cuda_runtime.h>

#define EARTH 6371000.0f

__device__ float radians(float degrees)
{
    return degrees * 0.017453292f;
}

// Length of the legs of a recorded walk.
__global__ void legs(const float *lat, const float *lon, float *metres, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float a = radians(lat[i]);
    float b = radians(lat[i + 1]);
    float d = radians(lon[i + 1] - lon[i]);
    float c = sinf(a) * sinf(b) + cosf(a) * cosf(b) * cosf(d);
    c = fminf(1.0f, fmaxf(-1.0f, c));
    metres[i] = EARTH * acosf(c);
}
