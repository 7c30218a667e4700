// fpcheck: transpose_tiled <<<(2, 1), (8, 8)>>> in=arange:60 out=empty:60 rows=6 cols=10 want=[0,10,20,30,40,50,1,11,21,31,41,51,2,12,22,32,42,52,3,13,23,33,43,53,4,14,24,34,44,54,5,15,25,35,45,55,6,16,26,36,46,56,7,17,27,37,47,57,8,18,28,38,48,58,9,19,29,39,49,59] --ref 'out=want' --tol rtol=1e-7,atol=0
// expect: error uninitialised at line 25
// why: bounds and stride of the input are used for the transposed output: right for square matrices only
// figure: out[6] computed undefined (tile[6][0] was never written), MPFR 1
#include <cuda_runtime.h>

// Tiled matrix transpose; the padding column avoids bank conflicts.
#define TILE_DIM 8

__global__ void transpose_tiled(const float *__restrict__ in, float *__restrict__ out,
                                int rows, int cols)
{
    __shared__ float tile[TILE_DIM][TILE_DIM + 1];

    int x = blockIdx.x * TILE_DIM + threadIdx.x;
    int y = blockIdx.y * TILE_DIM + threadIdx.y;
    if (x < cols && y < rows)
        tile[threadIdx.y][threadIdx.x] = in[y * cols + x];
    __syncthreads();

    // Swap the block indices for coalesced writes
    x = blockIdx.y * TILE_DIM + threadIdx.x;
    y = blockIdx.x * TILE_DIM + threadIdx.y;
    if (x < cols && y < rows)
        out[y * cols + x] = tile[threadIdx.x][threadIdx.y];
}
