// fpcheck: conv_early_exit <<<3, 64>>> n=150 x=uniform(0,1):150 k=[0.0625, 0.25, 0.375, 0.25, 0.0625] out=empty:150 block_sum=empty:3
// expect: error barrier at line 17: threads past the end skip this barrier and arrive at the later one instead
// 5-tap smoothing of a line with a shared tile and a halo of two, and the sum of each block's outputs.
__global__ void conv_early_exit(const float* x, const float* k, float* out, float* block_sum, int n)
{
    __shared__ float tile[68];
    __shared__ float taps[5];
    __shared__ float part[64];
    int t = threadIdx.x;
    int i = blockIdx.x * 64 + t;
    if (t < 5) taps[t] = k[t];
    part[t] = 0.0f;
    if (i < n) {
        tile[t + 2] = x[i];
        if (t < 2) tile[t] = i >= 2 ? x[i - 2] : x[0];
        if (t >= 62 || i >= n - 2) tile[t + 4] = i + 2 < n ? x[i + 2] : x[n - 1];
        __syncthreads();
        float acc = 0.0f;
        for (int j = 0; j < 5; ++j) acc += taps[j] * tile[t + j];
        out[i] = acc;
        part[t] = acc;
    }
    __syncthreads();
    if (t == 0) {
        float s = 0.0f;
        for (int j = 0; j < 64; ++j) s += part[j];
        block_sum[blockIdx.x] = s;
    }
}
