// fpcheck: regr_slope <<<4, 64>>> t=@a_regr_slope_t.npy y=@a_regr_slope_y.npy slope=empty:4 m=128
// expect: error accuracy at line 33
// why: REGR_SLOPE in one pass, n Sxy - Sx Sy over n Sxx - Sx^2, of times near 1e6 and a range of 128: both differences cancel some nine digits (the one-pass formulas that databases and spreadsheets had to replace)
// figure: slope[0] computed inf, exact 0.500059322
__device__ float block_sum(float v)
{
    __shared__ float part[2];
    for (int d = 16; d > 0; d >>= 1)
        v += __shfl_xor_sync(0xffffffffu, v, d);
    __syncthreads();
    if ((threadIdx.x & 31) == 0)
        part[threadIdx.x >> 5] = v;
    __syncthreads();
    return part[0] + part[1];
}

__global__ void regr_slope(const float* t, const float* y, float* slope, int m)
{
    const float* x = t + blockIdx.x * m;
    const float* z = y + blockIdx.x * m;
    float sx = 0, sy = 0, sxx = 0, sxy = 0;
    for (int i = threadIdx.x; i < m; i += blockDim.x) {
        sx += x[i];
        sy += z[i];
        sxx += x[i] * x[i];
        sxy += x[i] * z[i];
    }
    sx = block_sum(sx);
    sy = block_sum(sy);
    sxx = block_sum(sxx);
    sxy = block_sum(sxy);
    if (threadIdx.x == 0)
        slope[blockIdx.x] = (m * sxy - sx * sy) / (m * sxx - sx * sx);
}
