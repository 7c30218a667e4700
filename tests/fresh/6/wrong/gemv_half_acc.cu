// fpcheck: gemv_half_acc <<<2, 32>>> cols=4096 a=const(1):2x4096:f16 v=const(1):4096:f16 y=empty:2 ref=y=sum(a,1) --tol rtol=1e-2,atol=0
// expect: error accumulator too narrow at line 12: in half 2048 + 1 is 2048
// One thread a row (batch of tiny problems), everything in half.
#include <cuda_fp16.h>

__global__ void gemv_half_acc(const __half* a, const __half* v, float* y, int cols)
{
    if (threadIdx.x != 0) return;
    const __half* row = a + blockIdx.x * cols;
    __half acc = __float2half_rn(0.0f);
    for (int c = 0; c < cols; ++c)
        acc = __hfma(row[c], v[c], acc);
    y[blockIdx.x] = __half2float(acc);
}
