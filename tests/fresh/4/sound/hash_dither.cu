// fpcheck: dither <<<1, 64>>> x=uniform(0,1):64 y=empty:64 n=64 ref=y=x --tol rtol=0,atol=0.04
// expect: ok
#include <cuda_runtime.h>

// ordered noise from a hash of the position, 16 bit level kept besides the noise removed again
__global__ void dither(const float* x, float* y, int n)
{
    unsigned i = threadIdx.x;
    if (i >= (unsigned)n)
        return;
    unsigned h = i * 2654435761u;
    h ^= h >> 15;
    h *= 2246822519u;
    h ^= h >> 13;
    float noise = (float)(h >> 8) * (1.0f / 16777216.0f) - 0.5f;
    y[i] = x[i] + noise * (1.0f / 16.0f);
}
