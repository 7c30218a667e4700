// fpcheck: tone <<<1, 64>>> k=arange:64 y=empty:64 n=64 ref=y=sin(1000.0*k) --tol rtol=0,atol=1e-4
// expect: error fast-math outside its range at line 9: __sinf of angles up to 63000
#include <cuda_runtime.h>

__global__ void tone(const int* k, float* y, int n)
{
    int i = threadIdx.x;
    if (i < n)
        y[i] = __sinf(1000.0f * (float)k[i]);
}
