// fpcheck: prefix <<<2, 128>>> x=uniform(0,1):200 y=empty:200 n=200
// expect: ok
// Inclusive scan per block; threads beyond n scan zeros.
__global__ void prefix(const float* x, float* y, int n) {
    __shared__ float s[128];
    int i = blockIdx.x * 128 + threadIdx.x;
    int t = threadIdx.x;
    s[t] = i < n ? x[i] : 0.0f;
    for (int o = 1; o < 128; o <<= 1) {
        __syncthreads();
        float left = t >= o ? s[t - o] : 0.0f;
        __syncthreads();
        s[t] += left;
    }
    if (i < n) y[i] = s[t];
}
