// fpcheck: count_cells <<<1, 32>>> x=[-1e-9,0.5,9.5,12.0,-3.0,4.0,7.9,2.5] count=inout:zeros:5:i32 box=10.0 cells=5 n=8 want=[1,2,1,2,2] ref=count=want
// expect: ok
// why: wrapping -1e-9 into a box of 10 rounds to 10 itself, whose cell would be one past the end; the minimum puts such a particle into the last cell, where it exactly is
// figure: computed count [1, 2, 1, 2, 2], exact, tolerance 0
#include <cuda_runtime.h>

__device__ float wrap(float x, float box)
{
    return x - box * floorf(x / box);
}

__device__ int cell_of(float x, float box, int cells)
{
    return min((int)(wrap(x, box) * (cells / box)), cells - 1);
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
