// fpcheck: inclusive_scan <<<1, 128>>> x=uniform(0,1):128 y=empty:128
// expect: error race at line 11: Hillis-Steele in one buffer: a neighbour is read while its owner writes it
__global__ void inclusive_scan(const float* x, float* y)
{
    __shared__ float s[128];
    int t = threadIdx.x;
    s[t] = x[t];
    __syncthreads();
    for (int d = 1; d < 128; d <<= 1) {
        if (t >= d)
            s[t] = s[t] + s[t - d];
        __syncthreads();
    }
    y[t] = s[t];
}
