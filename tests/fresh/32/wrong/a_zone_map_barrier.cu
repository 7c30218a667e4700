// fpcheck: zone_map <<<3, 256>>> column=@a_zone_map_barrier_column.npy lowest=empty:3 highest=empty:3
// expect: error barrier at line 19
// why: the barrier of the reduction stands inside `if (t < h)`: threads of one warp part there, and barriers are met by some of the block only: undefined, the textbook slip
// figure: no number: which threads meet at the barrier is undefined (128 of 256 reach the first one in the loop, 16 of a warp of 32 a later one)
#include <cuda_runtime.h>

// zone map: smallest and largest value of each page of a column
__global__ void zone_map(const float* column, float* lowest, float* highest)
{
    __shared__ float lo[256];
    __shared__ float hi[256];
    int t = threadIdx.x;
    lo[t] = hi[t] = column[blockIdx.x * 256 + t];
    __syncthreads();
    for (int h = 128; h > 0; h >>= 1) {
        if (t < h) {
            lo[t] = fminf(lo[t], lo[t + h]);
            hi[t] = fmaxf(hi[t], hi[t + h]);
            __syncthreads();
        }
    }
    if (t == 0) {
        lowest[blockIdx.x] = lo[0];
        highest[blockIdx.x] = hi[0];
    }
}
