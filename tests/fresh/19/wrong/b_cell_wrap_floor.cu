// fpcheck: count_cells <<<1, 32>>> x=[-1e-9,0.5,9.5,12.0,-3.0,4.0,7.9,2.5] count=inout:zeros:5:i32 box=10.0 cells=5 n=8
// expect: error out of bounds at line 24
// why: x - box * floor(x / box) of -1e-9 is 10 - 1e-9, which rounds to 10: the cell is 5 of 5
// figure: computed count[5] touched (past the end), right cell 4
#include <cuda_runtime.h>

__device__ float wrap(float x, float box)
{
    return x - box * floorf(x / box);
}

__device__ int cell_of(float x, float box, int cells)
{
    return (int)(wrap(x, box) * (cells / box));
}

// How many particles are in each cell of a periodic line.
__global__ void count_cells(const float *x, int *count, float box, int cells, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int cell = cell_of(x[i], box, cells);
    atomicAdd(&count[cell], 1);
}
