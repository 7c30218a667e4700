// fpcheck: find_brackets <<<1, 32>>> f=[1e-23,-2e-24,3e-23,1e-25,-1e-24,-2e-23,5e-24,4e-24] found=empty:7 n=8
// expect: error underflow at line 10: f[i]*f[i+1] of magnitude 1e-47 underflows to -0, which is not < 0: every root is missed
// Marks the intervals of a sampled function that hold a root (sign change).
#include <cuda_runtime.h>

__global__ void find_brackets(const float* __restrict__ f, int* __restrict__ found, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n - 1) return;
    float product = f[i] * f[i + 1];
    found[i] = product < 0.0f ? 1 : 0;
}
