// fpcheck: qdot <<<1, 32>>> a=[100,120,127,90,110,-5,80,127] b=[90,127,127,100,120,7,90,127] y=empty:1 n=8 scale=0.01 ref=y=0.01*sum(a*b) --tol rtol=1e-4,atol=0
// expect: error accumulator too narrow at line 11: products of int8 are added in 16 bits and wrap
#include <cuda_runtime.h>

__global__ void qdot(const signed char* a, const signed char* b, float* y, int n, float scale)
{
    if (threadIdx.x != 0)
        return;
    short acc = 0;
    for (int i = 0; i < n; ++i)
        acc = (short)(acc + a[i] * b[i]);
    y[0] = scale * (float)acc;
}
