// fpcheck: spread <<<4, 128>>> x=uniform(1000,1001):4x512 deviation=empty:4 n=512
// expect: ok
// Standard deviation of each row in two passes.
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

__global__ void spread(const float* x, float* deviation, int n) {
    __shared__ float buf[128];
    const float* row = x + blockIdx.x * n;
    float base = row[0];
    float s = 0.0f;
    for (int i = threadIdx.x; i < n; i += blockDim.x) s += row[i] - base;
    float mean = base + block_sum(s, buf) / n;
    float q = 0.0f;
    float c = 0.0f;
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        float d = row[i] - mean;
        q += d * d;
        c += d;
    }
    q = block_sum(q, buf);
    c = block_sum(c, buf);
    if (threadIdx.x == 0) deviation[blockIdx.x] = sqrtf((q - c * c / n) / (n - 1));
}
