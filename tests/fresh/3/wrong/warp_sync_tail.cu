// fpcheck: momentum <<<2, 128>>> m=uniform(1,2):256 v=uniform(0,1):256 total=empty:2
// expect: error race at line 14: the last six rounds have no barrier between one lane's write and another's read
// Total momentum a block, in the style of the year 2008.
__global__ void momentum(const float* m, const float* v, float* total) {
    __shared__ float s[128];
    int t = threadIdx.x;
    int i = blockIdx.x * 128 + t;
    s[t] = m[i] * v[i];
    __syncthreads();
    if (t < 64) s[t] += s[t + 64];
    __syncthreads();
    if (t < 32) {
        s[t] += s[t + 32];
        s[t] += s[t + 16];
        s[t] += s[t + 8];
        s[t] += s[t + 4];
        s[t] += s[t + 2];
        s[t] += s[t + 1];
    }
    if (t == 0) total[blockIdx.x] = s[0];
}
