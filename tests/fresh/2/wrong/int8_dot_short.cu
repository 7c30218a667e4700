// fpcheck: gemv_int8 <<<4, 32>>> W=randint(90,127):4x128:i8 x=randint(90,127):128:i8 y=empty:4 cols=128 ref=sum(W*x,1) --tol rtol=1e-6
// expect: error accumulator too narrow at line 13: each lane sums four products of up to 16129 in 16 bits and wraps
// int8 GEMV, one warp per output row; the lane accumulators are 16 bit so that
// two of them share a register.
#include <cuda_runtime.h>

__global__ void gemv_int8(const signed char* __restrict__ W, const signed char* __restrict__ x,
                          int* __restrict__ y, int cols)
{
    const signed char* row = W + blockIdx.x * cols;
    short acc = 0;
    for (int c = threadIdx.x; c < cols; c += 32)
        acc = (short)(acc + row[c] * x[c]);
    int total = acc;
    for (int o = 16; o > 0; o >>= 1)
        total += __shfl_xor_sync(0xffffffffu, total, o);
    if (threadIdx.x == 0) y[blockIdx.x] = total;
}
