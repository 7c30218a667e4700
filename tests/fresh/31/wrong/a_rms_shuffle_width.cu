// fpcheck: row_rms <<<1, 64>>> x=randn:2x32 rms=empty:2 y=empty:2x32 rows=2 --ref rms=sqrt(sum(x*x,1)/32) --tol rtol=1e-5,atol=0
// expect: error wrong shuffle width at line 22
// why: the butterfly starts at 16 but its segments are 16 wide: lanes 0-15 cannot reach the upper half and add their own value instead
// figure: rms[0] (normal data) computed 1.15594029, MPFR 1.05501871
// Root mean square of rows of 32, a warp a row, and the normalised row.
template <int W>
__device__ __forceinline__ float reduce(float v)
{
#pragma unroll
    for (int off = 16; off > 0; off >>= 1)
        v += __shfl_xor_sync(0xffffffffu, v, off, W);
    return v;
}

__global__ void row_rms(const float *x, float *rms, float *y, int rows)
{
    int lane = threadIdx.x & 31;
    int row = threadIdx.x >> 5;
    if (row >= rows)
        return;
    float v = x[row * 32 + lane];
    float mean_square = reduce<16>(v * v) / 32.0f;
    if (lane == 0)
        rms[row] = sqrtf(mean_square);
    y[row * 32 + lane] = v * rsqrtf(__shfl_sync(0xffffffffu, mean_square, 0) + 1e-6f);
}
