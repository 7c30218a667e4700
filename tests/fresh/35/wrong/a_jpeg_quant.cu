// fpcheck: quantise <<<4, 64>>> coef=@a_jpeg_quant_coef.npy table=@a_jpeg_quant_table.npy out=empty:4x64 --ref 'out=@a_jpeg_quant_out_ref.npy'
// expect: error mismatch at line 6
// why: rounding by (int)(x + 0.5f) truncates towards zero, so negative DCT coefficients are rounded up: -3.7 becomes -3; half of all negative levels are one too high
// figure: out[0] computed -6, exact -7 (117 of 256 differ)
#include <cuda_runtime.h>
__device__ int to_level(float x) { return (int)(x + 0.5f); }

__global__ void quantise(const float* coef, const int* table, short* out)
{
    int i = blockIdx.x * 64 + threadIdx.x;
    out[i] = (short)to_level(coef[i] / (float)table[threadIdx.x]);
}
