// fpcheck: widest_gap <<<1, 64>>> x=uniform(0,10):50 gap=empty:1 n=50
// expect: error uninitialised at line 11: lanes 49 and up never wrote their slot, but the tree compares all 64
__global__ void widest_gap(const float *x, float *gap, int n)
{
    __shared__ float best[64];
    int t = threadIdx.x;
    if (t < n - 1)
        best[t] = fabsf(x[t + 1] - x[t]);
    __syncthreads();
    for (int half = 32; half > 0; half >>= 1) {
        if (t < half && best[t + half] > best[t])
            best[t] = best[t + half];
        __syncthreads();
    }
    if (t == 0)
        *gap = best[0];
}
