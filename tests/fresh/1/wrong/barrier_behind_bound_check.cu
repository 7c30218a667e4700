// fpcheck: block_mean <<<2, 64>>> x=uniform(1,2):100 out=empty:2 centred=empty:100 n=100
// expect: error barrier at line 11: threads past n skip the barriers of the reduction and arrive at the last one while the others are at the first
__global__ void block_mean(const float* x, float* out, float* centred, int n)
{
    __shared__ float s[64];
    int t = threadIdx.x;
    int i = blockIdx.x * 64 + t;
    s[t] = 0.0f;
    if (i < n) {
        s[t] = x[i];
        __syncthreads();
        for (int d = 32; d > 0; d >>= 1) {
            if (t < d) s[t] += s[t + d];
            __syncthreads();
        }
        if (t == 0) out[blockIdx.x] = s[0] / (float)min(64, n - (int)blockIdx.x * 64);
    }
    __syncthreads();
    if (i < n) centred[i] = x[i] - out[blockIdx.x];
}
