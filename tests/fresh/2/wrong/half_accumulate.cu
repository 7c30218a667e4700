// fpcheck: column_sum_fp16 <<<1, 32>>> x=const(1.0):4096x32:f16 out=empty:32 rows=4096 cols=32 ref=sum(x,0) --tol rtol=1e-2
// expect: error accumulator too narrow at line 13: a half accumulator stops at 2048: 2048 + 1 rounds to 2048
// Column sums of an fp16 matrix, one column per thread.
#include <cuda_runtime.h>
#include <cuda_fp16.h>

__global__ void column_sum_fp16(const __half* __restrict__ x, float* __restrict__ out, int rows, int cols)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x;
    if (c >= cols) return;
    __half acc = __float2half(0.0f);
    for (int r = 0; r < rows; ++r)
        acc = __hadd(acc, x[r * cols + c]);
    out[c] = __half2float(acc);
}
