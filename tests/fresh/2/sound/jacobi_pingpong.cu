// fpcheck: jacobi_step <<<(2,2), (16,16)>>> a=uniform(1,2):32x32 b=empty:32x32 w=32 h=32
// expect: ok
// Jacobi iteration for the Laplace equation, separate input and output.
#include <cuda_runtime.h>

__global__ void jacobi_step(const float* __restrict__ a, float* __restrict__ b, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= w || y >= h) return;
    int i = y * w + x;
    if (x == 0 || y == 0 || x == w - 1 || y == h - 1) {
        b[i] = a[i];
        return;
    }
    b[i] = 0.25f * (a[i - 1] + a[i + 1] + a[i - w] + a[i + w]);
}
