// fpcheck: march <<<1, 32>>> sigma=[0.5,1,2,0.25] depth=empty:4 n=4
// expect: error literal decides at line 14: 0.05f summed 40 times is below 2 in float32: one sample of optical depth too many (41 for 40)
// Accumulates optical depth along a ray of length 2 in steps of 0.05.
#include <cuda_runtime.h>

__global__ void march(const float* __restrict__ sigma, float* __restrict__ depth, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;

    float s = sigma[i];
    float tau = 0.0f;
    float t = 0.0f;
    while (t < 2.0f) {
        tau += s * 0.05f;
        t += 0.05f;
    }
    depth[i] = tau;
}
