// fpcheck: local_peaks <<<2, 32>>> x=randn:64 peak=empty:64 n=64
// expect: error uninitialised at line 14: the halo of the first block's left and the last block's right is never filled, and a comparison reads it
// Mark strict local maxima of a trace.
__global__ void local_peaks(const float* x, int* peak, int n)
{
    __shared__ float s[34];
    int t = threadIdx.x;
    int i = blockIdx.x * 32 + t;
    s[t + 1] = x[i];
    if (t == 0 && i > 0) s[0] = x[i - 1];
    if (t == 31 && i + 1 < n) s[33] = x[i + 1];
    __syncthreads();
    bool up = s[t + 1] > s[t];
    bool down = s[t + 1] > s[t + 2];
    peak[i] = up && down;
}
