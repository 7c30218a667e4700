// fpcheck: dot <<<1, 32>>> a=uniform(0,1):64 b=uniform(0,1):64 y=empty:1 ref=y=sum(a*b) --tol rtol=1e-5,atol=0
// expect: ok
#include <cuda_runtime.h>

__global__ void dot(const float* a, const float* b, float* y)
{
    __shared__ float s[64];
    int t = threadIdx.x;
    s[t] = a[t] * b[t];
    s[t + 32] = a[t + 32] * b[t + 32];
    __syncwarp();
    for (int o = 32; o > 0; o >>= 1) {
        if (t < o)
            s[t] += s[t + o];
        __syncwarp();
    }
    if (t == 0)
        y[0] = s[0];
}
