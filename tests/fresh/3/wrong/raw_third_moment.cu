// fpcheck: third_moment <<<4, 128>>> x=uniform(1000,1001):4x512 third=empty:4 n=512
// expect: error cancellation at line 32: third central moment from raw moments about 0: 1e9 - 3e9 + 2e9 for a result below 0.1
#include <cuda_runtime.h>
// Third central moment of each row (pressure in hPa of one station a row).
__device__ float block_sum(float v, float* buf) {
    int t = threadIdx.x;
    buf[t] = v;
    __syncthreads();
    for (int s = blockDim.x / 2; s > 0; s >>= 1) {
        if (t < s) buf[t] += buf[t + s];
        __syncthreads();
    }
    float r = buf[0];
    __syncthreads();
    return r;
}

__global__ void third_moment(const float* x, float* third, int n) {
    __shared__ float buf[128];
    const float* row = x + blockIdx.x * n;
    float s1 = 0.0f, s2 = 0.0f, s3 = 0.0f;
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        float v = row[i];
        s1 += v;
        s2 += v * v;
        s3 += v * v * v;
    }
    float m1 = block_sum(s1, buf) / n;
    float m2 = block_sum(s2, buf) / n;
    float m3 = block_sum(s3, buf) / n;
    if (threadIdx.x == 0) {
        third[blockIdx.x] = m3 - 3.0f * m1 * m2 + 2.0f * m1 * m1 * m1;
    }
}
