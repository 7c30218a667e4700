// fpcheck: transpose <<<1, (16, 16)>>> a=uniform(0,1):16x16 t=empty:16x16 n=16
// expect: error race at line 10: no barrier between filling the tile and reading it across
#include <cuda_runtime.h>

__global__ void transpose(const float* a, float* t, int n)
{
    __shared__ float tile[16][17];
    int x = threadIdx.x, y = threadIdx.y;
    tile[y][x] = a[y * n + x];
    t[y * n + x] = tile[x][y];
}
