// fpcheck: value_noise <<<(1,1), (16,16)>>> out=empty:16x16 w=16 h=16 freq=0.21875
// expect: ok
// Value noise: integer hash on lattice points, quintic fade between them.
#include <cuda_runtime.h>

__device__ __forceinline__ unsigned int hash2(int x, int y)
{
    unsigned int h = (unsigned int)x * 0x9E3779B1u ^ (unsigned int)y * 0x85EBCA77u;
    h ^= h >> 15; h *= 0x2C1B3C6Du;
    h ^= h >> 12; h *= 0x297A2D39u;
    return h ^ (h >> 15);
}

__device__ __forceinline__ float lattice(int x, int y)
{
    return (float)(hash2(x, y) >> 8) * 5.9604645e-8f;
}

__device__ __forceinline__ float fade(float t)
{
    return t * t * t * (t * (t * 6.0f - 15.0f) + 10.0f);
}

__global__ void value_noise(float* __restrict__ out, int w, int h, float freq)
{
    int x = threadIdx.x + blockIdx.x * blockDim.x;
    int y = threadIdx.y + blockIdx.y * blockDim.y;
    if (x >= w || y >= h) return;
    float fx = x * freq, fy = y * freq;   // exact: freq is 7/32
    int ix = (int)floorf(fx), iy = (int)floorf(fy);
    float tx = fade(fx - ix), ty = fade(fy - iy);
    float a = lattice(ix, iy), b = lattice(ix + 1, iy);
    float c = lattice(ix, iy + 1), d = lattice(ix + 1, iy + 1);
    float top = a * (1.0f - tx) + b * tx;
    float bot = c * (1.0f - tx) + d * tx;
    out[y * w + x] = top * (1.0f - ty) + bot * ty;
}
