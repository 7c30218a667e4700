// fpcheck: zonal_heat_pairs <<<1, 32>>> flux=const(1.5):8x4096:f16 weight=const(0.5):4096:f16 total=empty:8 rows=8 cells=4096
// expect: ok
// why: products and sums in half look too narrow, but each half2 product is exact here and the pair is widened before it is added
// figure: computed 3072, MPFR 3072: error 0 of 6e-3 allowed
#include <cuda_fp16.h>

// Zonal sums of a heat flux, two cells a load, one latitude a thread.
__global__ void zonal_heat_pairs(const __half2 *flux, const __half2 *weight, float *total, int rows, int cells)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows)
        return;
    int pairs = cells / 2;
    float low = 0.0f, high = 0.0f;
    for (int c = 0; c < pairs; c++) {
        float2 term = __half22float2(__hmul2(flux[row * pairs + c], weight[c]));
        low += term.x;
        high += term.y;
    }
    total[row] = low + high;
}
