// fpcheck: dot <<<1, 32>>> a=uniform(0,1):64 b=uniform(0,1):64 y=empty:1
// expect: error race at line 13: a warp-synchronous tree without __syncwarp
#include <cuda_runtime.h>

__global__ void dot(const float* a, const float* b, float* y)
{
    __shared__ float s[64];
    int t = threadIdx.x;
    s[t] = a[t] * b[t];
    s[t + 32] = a[t + 32] * b[t + 32];
    for (int o = 32; o > 0; o >>= 1)
        if (t < o)
            s[t] += s[t + o];
    if (t == 0)
        y[0] = s[0];
}
