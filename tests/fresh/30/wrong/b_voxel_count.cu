// fpcheck: voxel_count <<<1, 32>>> x=[-1.9,-1.2,-0.9,-0.6,-0.3,-0.1,0.2,0.4,0.7,1.1,1.6,-1.05] count=inout:zeros:4:i32 n=12 size=1.0 cells=4 want=[3,4,3,2] ref=count=want
// expect: error conversion truncates at line 10
// why: the conversion to int rounds towards zero, so that (-1, 0) falls into the cell of (0, 1), and all other negative cells are one too high
// figure: count: computed [0,3,7,2], MPFR [3,4,3,2]
#include <cuda_runtime.h>

// Cell of a coordinate in a grid that is centred at the origin.
__device__ int cell_of(float x, float size, int cells)
{
    int c = (int)(x / size);
    return c + cells / 2;
}

__global__ void voxel_count(const float *x, int *count, int n, float size, int cells)
{
    __shared__ int local[64];
    int t = threadIdx.x;
    for (int k = t; k < cells; k += blockDim.x)
        local[k] = 0;
    __syncthreads();
    int i = blockIdx.x * blockDim.x + t;
    if (i < n) {
        int c = cell_of(x[i], size, cells);
        if (c >= 0 && c < cells)
            atomicAdd(&local[c], 1);
    }
    __syncthreads();
    for (int k = t; k < cells; k += blockDim.x)
        atomicAdd(&count[k], local[k]);
}
