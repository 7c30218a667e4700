// fpcheck: exponential <<<1, 32>>> bits=[4294967295,4294967200,2147483648,1073741824,4294967294,12345] x=empty:6 lambda=2 n=6 ref=-log((4294967296-bits)/4294967296)/2 --tol rtol=1e-4,atol=1e-6
// expect: error overflow at line 12: 0xffffffff * 2^-32 rounds to 1.0f, log(1 - u) is log(0): an infinite waiting time
// Exponential variates by inversion from raw 32-bit generator output.
#include <cuda_runtime.h>

__global__ void exponential(const unsigned int* __restrict__ bits, float* __restrict__ x,
                            float lambda, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    float u = (float)bits[i] * 2.3283064365386963e-10f;
    x[i] = -logf(1.0f - u) / lambda;
}
