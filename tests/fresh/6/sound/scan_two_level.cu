// fpcheck: scan_two_level <<<4, 128>>> x=uniform(0,1):512 out=empty:512
// expect: ok
// Inclusive scan of each block's 128 values: shuffles in the warps, then the warps' totals by the first four lanes.
__global__ void scan_two_level(const float* x, float* out)
{
    __shared__ float totals[4];
    int t = threadIdx.x, lane = t & 31, w = t >> 5;
    float v = x[blockIdx.x * 128 + t];
    for (int d = 1; d < 32; d <<= 1) {
        float u = __shfl_up_sync(0xffffffffu, v, d);
        if (lane >= d) v += u;
    }
    if (lane == 31) totals[w] = v;
    __syncthreads();
    if (t < 4) {
        float s = totals[t];
        for (int d = 1; d < 4; d <<= 1) {
            float u = __shfl_up_sync(0xfu, s, d);
            if (t >= d) s += u;
        }
        totals[t] = s;
    }
    __syncthreads();
    if (w > 0) v += totals[w - 1];
    out[blockIdx.x * 128 + t] = v;
}
