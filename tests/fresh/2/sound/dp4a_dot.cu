// fpcheck: gemv_dp4a <<<4, 32>>> W=randint(-127,127):4x256:i8 x=randint(-127,127):256:i8 y=empty:4 cols=256
// expect: ok
// int8 GEMV with __dp4a and 32-bit accumulators.
#include <cuda_runtime.h>

__global__ void gemv_dp4a(const signed char* __restrict__ W, const signed char* __restrict__ x,
                          int* __restrict__ y, int cols)
{
    const int* w4 = reinterpret_cast<const int*>(W + blockIdx.x * cols);
    const int* x4 = reinterpret_cast<const int*>(x);
    int acc = 0;
    for (int k = threadIdx.x; k < cols / 4; k += 32) acc = __dp4a(w4[k], x4[k], acc);
    acc = __reduce_add_sync(0xffffffffu, acc);
    if (threadIdx.x == 0) y[blockIdx.x] = acc;
}
