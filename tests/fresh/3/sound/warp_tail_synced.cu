// fpcheck: momentum <<<2, 128>>> m=uniform(1,2):256 v=uniform(0,1):256 total=empty:2
// expect: ok
// Total momentum a block; the last rounds in one warp, with its barriers.
__global__ void momentum(const float* m, const float* v, float* total) {
    __shared__ float s[128];
    int t = threadIdx.x;
    int i = blockIdx.x * 128 + t;
    s[t] = m[i] * v[i];
    __syncthreads();
    if (t < 64) s[t] += s[t + 64];
    __syncthreads();
    if (t < 32) {
        float a = s[t] + s[t + 32];
        for (int o = 16; o > 0; o >>= 1) {
            s[t] = a;
            __syncwarp();
            a += s[t ^ o];
            __syncwarp();
        }
        if (t == 0) total[blockIdx.x] = a;
    }
}
