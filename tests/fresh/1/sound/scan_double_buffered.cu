// fpcheck: inclusive_scan <<<1, 128>>> x=uniform(0,1):128 y=empty:128
// expect: ok
__global__ void inclusive_scan(const float* x, float* y)
{
    __shared__ float s[2][128];
    int t = threadIdx.x;
    int cur = 0;
    s[0][t] = x[t];
    __syncthreads();
    for (int d = 1; d < 128; d <<= 1) {
        float v = s[cur][t];
        if (t >= d) v += s[cur][t - d];
        s[cur ^ 1][t] = v;
        cur ^= 1;
        __syncthreads();
    }
    y[t] = s[cur][t];
}
