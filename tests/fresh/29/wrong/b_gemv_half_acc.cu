// fpcheck: gemv_half <<<1, 32>>> A=const(1):4x3000 x=const(1):3000 y=empty:4 rows=4 cols=3000 want=[3000,3000,3000,3000] --ref 'y=want' --tol rtol=1e-2,atol=0
// expect: error absorbed at line 18
// why: a half accumulator stands still at 2048: adding 1 rounds back
// figure: y[0] computed 2048, MPFR 3000
#include <cuda_runtime.h>
#include <cuda_fp16.h>

// y = A x in half precision, one thread per row.
__global__ void gemv_half(const __half *__restrict__ A, const __half *__restrict__ x,
                          float *__restrict__ y, int rows, int cols)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows)
        return;

    __half acc = __float2half(0.0f);
    for (int c = 0; c < cols; c++)
        acc = __hfma(A[row * cols + c], x[c], acc);
    y[row] = __half2float(acc);
}
