// fpcheck: scan <<<1, 64>>> x=uniform(0,1):50 y=empty:50 n=50
// expect: ok
#include <cuda_runtime.h>

__global__ void scan(const float* x, float* y, int n)
{
    __shared__ float s[2][64];
    int t = threadIdx.x, in = 0;
    s[0][t] = t < n ? x[t] : 0.0f;
    __syncthreads();
    for (int o = 1; o < 64; o <<= 1) {
        s[in ^ 1][t] = s[in][t] + (t >= o ? s[in][t - o] : 0.0f);
        in ^= 1;
        __syncthreads();
    }
    if (t < n)
        y[t] = s[in][t];
}
