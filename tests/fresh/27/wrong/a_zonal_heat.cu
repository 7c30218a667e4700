// fpcheck: zonal_heat <<<1, 32>>> flux=const(1.5):8x8192:f16 weight=const(0.5):8192:f16 total=empty:8 rows=8 cells=8192
// expect: error accumulator too narrow at line 15
// why: the sum over 8192 cells runs in half: at 2048 the spacing is 2, a term of 0.75 is rounded away and the sum stands still
// figure: computed 2048.0, MPFR 6144.0
#include <cuda_fp16.h>

// Zonal sums of a heat flux, one latitude a thread.
__global__ void zonal_heat(const __half *flux, const __half *weight, float *total, int rows, int cells)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows)
        return;
    __half sum = __float2half(0.0f);
    for (int c = 0; c < cells; c++)
        sum = __hfma(flux[row * cells + c], weight[c], sum);
    total[row] = __half2float(sum);
}
