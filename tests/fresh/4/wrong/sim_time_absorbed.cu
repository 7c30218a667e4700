// fpcheck: advance <<<1, 32>>> t0=[1048576.0,0.0,2097152.0,16.0] t=empty:4 n=4 ref=t=t0+10.0 --tol rtol=1e-7,atol=0.5
// expect: error absorbed at line 12: 0.01 is less than half a step of a time above 2^20, the clock stands still
#include <cuda_runtime.h>

__global__ void advance(const float* t0, float* t, int n)
{
    int i = threadIdx.x;
    if (i >= n)
        return;
    float now = t0[i];
    for (int s = 0; s < 1000; ++s)
        now += 0.01f;
    t[i] = now;
}
