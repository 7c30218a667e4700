// fpcheck: spmv_csr <<<1, 128>>> ptr=[0,3,3,8,10] col=[0,2,5,1,2,3,6,7,0,4] val=uniform(0.5,2):10 x=uniform(0.5,1):8 y=empty:4 rows=4
// expect: ok
// CSR sparse matrix times vector, one warp per row; empty rows give 0.
#include <cuda_runtime.h>

__global__ void spmv_csr(const int* __restrict__ ptr, const int* __restrict__ col,
                         const float* __restrict__ val, const float* __restrict__ x,
                         float* __restrict__ y, int rows)
{
    int row = (blockIdx.x * blockDim.x + threadIdx.x) >> 5;
    int lane = threadIdx.x & 31;
    if (row >= rows) return;   // whole warps leave

    float acc = 0.0f;
    for (int k = ptr[row] + lane; k < ptr[row + 1]; k += 32)
        acc = fmaf(val[k], x[col[k]], acc);
    for (int o = 16; o > 0; o >>= 1) acc += __shfl_down_sync(0xffffffffu, acc, o);
    if (lane == 0) y[row] = acc;
}
