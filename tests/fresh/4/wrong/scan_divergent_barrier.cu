// fpcheck: inclusive_scan <<<1, 64>>> x=uniform(0,1):50 y=empty:50 n=50
// expect: error barrier at line 14: __syncthreads inside a condition that fourteen threads do not enter
#include <cuda_runtime.h>

__global__ void inclusive_scan(const float* x, float* y, int n)
{
    __shared__ float s[64];
    int t = threadIdx.x;
    s[t] = t < n ? x[t] : 0.0f;
    __syncthreads();
    if (t < n) {
        for (int o = 1; o < 64; o <<= 1) {
            float v = t >= o ? s[t - o] : 0.0f;
            __syncthreads();
            s[t] += v;
            __syncthreads();
        }
        y[t] = s[t];
    }
}
