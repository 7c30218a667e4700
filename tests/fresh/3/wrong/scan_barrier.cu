// fpcheck: prefix <<<2, 128>>> x=uniform(0,1):200 y=empty:200 total=empty:2 n=200
// expect: error barrier at line 12: threads beyond n skip the loop's barriers and wait in the one after it, while the others wait here
#include <cuda_runtime.h>
// Inclusive scan per block of cash flows.
__global__ void prefix(const float* x, float* y, float* total, int n) {
    __shared__ float s[128];
    int i = blockIdx.x * 128 + threadIdx.x;
    int t = threadIdx.x;
    if (i < n) {
        s[t] = x[i];
        for (int o = 1; o < 128; o <<= 1) {
            __syncthreads();
            float left = t >= o ? s[t - o] : 0.0f;
            __syncthreads();
            s[t] += left;
        }
        y[i] = s[t];
    }
    __syncthreads();
    if (t == 0) total[blockIdx.x] = s[min(127, n - 1 - (int)blockIdx.x * 128)];
}
