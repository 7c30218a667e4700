// fpcheck: unflatten <<<4, 64>>> row=empty:205 col=empty:205 width=41 n=205
// expect: error index off at line 11: i * (1/41) is 0.99999994 at i = 41: the multiples of the width land in the row before
// Flat pixel index -> (row, col); multiplying with 1/width avoids the slow integer division.
#include <cuda_runtime.h>

__global__ void unflatten(int* __restrict__ row, int* __restrict__ col, int width, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const float inv_w = 1.0f / (float)width;
    int r = (int)((float)i * inv_w);
    row[i] = r;
    col[i] = i - r * width;
}
