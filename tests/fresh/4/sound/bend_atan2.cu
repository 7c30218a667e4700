// fpcheck: bend <<<1, 32>>> a=[1e-4,2e-4,5e-5,3e-4] th=empty:4 n=4 ref=th=a --tol rtol=1e-5,atol=0
// expect: ok
#include <cuda_runtime.h>

__global__ void bend(const float* a, float* th, int n)
{
    int i = threadIdx.x;
    if (i < n)
        th[i] = atan2f(a[i], 1.0f);
}
