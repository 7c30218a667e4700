// fpcheck: rmsnorm <<<1, 32>>> x=[0.001,-0.002,0.003,0.0015,-0.0025,0.0005,0.002,-0.001] y=empty:8 n=8 ref=y=x/sqrt(mean(x*x)+1e-5) --tol rtol=1e-3,atol=0
// expect: error mismatch with reference at line 13: epsilon is added to the root, not under it
#include <cuda_runtime.h>

__global__ void rmsnorm(const float* x, float* y, int n)
{
    int i = threadIdx.x;
    float v = i < n ? x[i] : 0.0f;
    float s = v * v;
    for (int o = 16; o > 0; o >>= 1)
        s += __shfl_xor_sync(0xffffffffu, s, o);
    if (i < n)
        y[i] = v / (sqrtf(s / (float)n) + 1e-5f);
}
