// fpcheck: block_mean <<<2, 64>>> x=uniform(1,2):100 out=empty:2 n=100
// expect: ok
__global__ void block_mean(const float* x, float* out, int n)
{
    __shared__ float s[64];
    int t = threadIdx.x;
    int i = blockIdx.x * 64 + t;
    s[t] = i < n ? x[i] : 0.0f;
    __syncthreads();
    for (int d = 32; d > 0; d >>= 1) {
        if (t < d) s[t] += s[t + d];
        __syncthreads();
    }
    if (t == 0) out[blockIdx.x] = s[0] / (float)min(64, n - (int)blockIdx.x * 64);
}
