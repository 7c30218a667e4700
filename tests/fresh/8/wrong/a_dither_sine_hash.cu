// fpcheck: dither_quantise<<<2, 64>>> x=uniform(-3,3):128 q=empty:128 noise=empty:128 first=90000 scale=10.0 n=128
// expect: error conditioning at line 9
// why: the noise is the fraction of sin(12.9898 i) * 43758.5: at i near 90000 the product has a spacing of 1/8, the sine nothing to do with the exact one; it is a hash of rounding errors that another compiler or fma gives otherwise
// figure: noise[0] computed 0.367188, MPFR 0.538704
#include <cuda_runtime.h>

__device__ float noise_of(int i)
{
    float s = sinf((float)i * 12.9898f) * 43758.5453f;
    return s - floorf(s);
}

// int8 with dither against banding
__global__ void dither_quantise(const float *x, signed char *q, float *noise, int first, float scale, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float d = noise_of(first + i);
    noise[i] = d;
    q[i] = (signed char)__float2int_rd(x[i] * scale + d);
}
