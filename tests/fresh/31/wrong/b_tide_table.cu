// fpcheck: tide <<<1, 32>>> hour=[482136, 482137, 482138, 482139, 482140, 482141, 482142, 482143] level=empty:8 n=8
// expect: error fast-math beyond its range at line 26
// why: phases are hours since 1970 times the speed, 2.4e5 rad: the product in float is off by up to 0.008 rad, and __cosf has no range reduction worth the name there, so the tide is off by centimetres and more
// figure: computed level[0] = 2.5671 already with a perfect cosine of the rounded phase (__cosf adds about 2e5 * 2^-24 rad), MPFR 2.5778
#include <cuda_runtime.h>

#define CONSTITUENTS 4
__constant__ float speed[CONSTITUENTS] = {28.9841042f, 30.0f, 28.4397295f, 15.0410686f}; // degrees an hour: M2 S2 N2 K1
__constant__ float amplitude[CONSTITUENTS] = {1.20f, 0.40f, 0.25f, 0.10f};
__constant__ float lag[CONSTITUENTS] = {75.0f, 110.0f, 50.0f, 12.0f};

__device__ float radians(float degrees)
{
    return degrees * 0.0174532925f;
}

__global__ void tide(const int *hour, float *level, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    float h = (float)hour[i];
    float sum = 2.5f;
    for (int k = 0; k < CONSTITUENTS; k++) {
        float phase = radians(speed[k] * h - lag[k]);
        sum += amplitude[k] * __cosf(phase);
    }
    level[i] = sum;
}
