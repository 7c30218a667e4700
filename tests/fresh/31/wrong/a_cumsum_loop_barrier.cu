// fpcheck: row_cumsum <<<2, 64>>> x=uniform(0,1):2x100 y=empty:2x100 total=empty:2 cols=100
// expect: error divergent barrier at line 27
// why: the barrier is inside a loop whose number of turns differs: 100 columns on 64 threads give threads 0-35 two turns and the others one
// figure: total[0] computed undetermined (thread 63 leaves the loop and passes the barriers of others), MPFR the sum of 100 values, about 50
// Cumulative sum along rows (segments of a packed batch), a block a row: scan of 64 columns, carry to the next 64.
__device__ __forceinline__ float scan_warp(float v, int lane, unsigned mask)
{
    for (int off = 1; off < 32; off <<= 1) {
        float w = __shfl_up_sync(mask, v, off);
        if (lane >= off)
            v += w;
    }
    return v;
}

__global__ void row_cumsum(const float *x, float *y, float *total, int cols)
{
    __shared__ float warp_total[2];
    __shared__ float row_total;
    const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    float carry = 0.0f;
    for (int c = threadIdx.x; c < cols; c += blockDim.x) {
        unsigned mask = __activemask();
        float v = scan_warp(x[blockIdx.x * cols + c], lane, mask);
        if (lane == 31 || c == cols - 1)
            warp_total[warp] = v;
        __syncthreads();
        float before = warp == 1 ? warp_total[0] : 0.0f;
        y[blockIdx.x * cols + c] = v + before + carry;
        if (c == cols - 1)
            row_total = v + before + carry;
        carry += warp_total[0] + warp_total[1];
        __syncthreads();
    }
    __syncthreads();
    if (threadIdx.x == blockDim.x - 1)
        total[blockIdx.x] = row_total;
}
