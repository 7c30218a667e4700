// fpcheck: transpose <<<1, (16, 16)>>> a=uniform(0,1):16x16 t=empty:16x16 n=13
// expect: ok
#include <cuda_runtime.h>

__global__ void transpose(const float* a, float* t, int n)
{
    __shared__ float tile[16][17];
    int x = threadIdx.x, y = threadIdx.y;
    tile[y][x] = (x < n && y < n) ? a[y * 16 + x] : 0.0f;
    __syncthreads();
    t[y * 16 + x] = tile[x][y];
}
