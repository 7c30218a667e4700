// fpcheck: antithetic_depths<<<1, 32>>> stream=[4294967233,2147483648,0,3221225472,4294967295,511,305419896,2596069104] depth=empty:8 mean=empty:8 path=2.0 thickness=20.0 n=8
// expect: ok
// why: words of all ones and of zero go into logarithms: the uniform is never 0 nor 1, and the mirror image uses log1p
// figure: largest relative error 9e-8
#include <cuda_runtime.h>

// 24 bits, open at both ends
__device__ inline float open01(unsigned word)
{
    return ((float)(word >> 9) + 0.5f) * 1.1920928955078125e-7f;
}

// Depth and column of neutrons; a uniform and its mirror image make an antithetic pair.
__global__ void antithetic_depths(const unsigned *stream, float *depth, float *mean, float path, float thickness, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float u = open01(stream[i]);
    float a = -path * logf(u);
    float b = -path * log1pf(-u);
    depth[i] = fminf(a, thickness);
    mean[i] = 0.5f * (fminf(a, thickness) + fminf(b, thickness));
}
