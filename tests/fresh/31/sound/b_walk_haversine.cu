// fpcheck: legs <<<1, 32>>> lat=[47.3769, 47.37693, 47.37701, 47.37712, 47.37713] lon=[8.5417, 8.54172, 8.5418, 8.54181, 8.54195] metres=empty:4 n=4
// expect: ok
// why: points a few metres apart in degrees: the differences of the given floats are exact (Sterbenz), and the haversine works with the squares of small sines
// figure: computed metres[0] = 3.713388, MPFR 3.71338804: worst relative error 6.7e-08, tolerance 2e-6
#include <cuda_runtime.h>

#define EARTH 6371000.0f

__device__ float radians(float degrees)
{
    return degrees * 0.017453292f;
}

__device__ float square(float v)
{
    return v * v;
}

__global__ void legs(const float *lat, const float *lon, float *metres, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float dlat = radians(lat[i + 1] - lat[i]);
    float dlon = radians(lon[i + 1] - lon[i]);
    float h = square(sinf(0.5f * dlat)) + cosf(radians(lat[i])) * cosf(radians(lat[i + 1])) * square(sinf(0.5f * dlon));
    metres[i] = 2.0f * EARTH * asinf(sqrtf(fminf(h, 1.0f)));
}
