// fpcheck: momentum <<<1, 128>>> m=uniform(1,2):128 v=uniform(1,2):128 p=empty:1
// expect: error race at line 14: the last warp adds without __syncwarp: reads and writes of its lanes are unordered
__global__ void momentum(const float *m, const float *v, float *p)
{
    __shared__ float s[128];
    int t = threadIdx.x;
    s[t] = m[t] * v[t];
    __syncthreads();
    if (t < 64)
        s[t] += s[t + 64];
    __syncthreads();
    if (t < 32) {
        s[t] += s[t + 32];
        if (t < 16) s[t] += s[t + 16];
        if (t < 8) s[t] += s[t + 8];
        if (t < 4) s[t] += s[t + 4];
        if (t < 2) s[t] += s[t + 2];
        if (t < 1) p[0] = s[0] + s[1];
    }
}
