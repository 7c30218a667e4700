// fpcheck: gemv_half2 <<<1, 32>>> A=@b_gemv_a.npy x=@b_gemv_x.npy y=empty:2 rows=2 cols=256 want=[258.45669174194336,261.97630286216736] --ref 'y=want' --tol rtol=4e-3,atol=0
// expect: ok
// why: half accumulators, but over eight products each: the error is that of half products
// figure: y[0] computed 258.4414, MPFR 258.45669174194336; largest relative error 5.9e-05 of 4e-3 allowed
#include <cuda_runtime.h>
#include <cuda_fp16.h>

// y = A x with half2 multiply-adds. Sums stay in half for 16 columns only, then they are
// flushed to a float: short chains lose a few half ulps, long ones would stand still.
#define CHUNK 16

__global__ void gemv_half2(const __half *__restrict__ A, const __half *__restrict__ x,
                           float *__restrict__ y, int rows, int cols)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows)
        return;

    const __half2 *a2 = reinterpret_cast<const __half2 *>(A + row * cols);
    const __half2 *x2 = reinterpret_cast<const __half2 *>(x);

    float total = 0.0f;
    for (int base = 0; base < cols / 2; base += CHUNK / 2) {
        __half2 acc = __float2half2_rn(0.0f);
#pragma unroll
        for (int k = 0; k < CHUNK / 2; k++)
            acc = __hfma2(a2[base + k], x2[base + k], acc);
        total += __low2float(acc) + __high2float(acc);
    }
    y[row] = total;
}
