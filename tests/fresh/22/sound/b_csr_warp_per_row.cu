// fpcheck: spmv <<<2, 64>>> start=[0,3,3,40,45] col=randint(0,29):45:i32 val=uniform(0.5,1):45 x=uniform(0.5,1):30 y=empty:4 rows=4
// expect: ok
// why: an empty row stores 0 and a row longer than the warp strides; the warp is uniform in its row, so the full mask is right
// figure: at most 37 positive terms in a tree: below 1e-6 relative
// y = A x, A in CSR, a warp for each row.
__device__ float row_sum(float v)
{
#pragma unroll
    for (int m = 16; m > 0; m >>= 1)
        v += __shfl_xor_sync(0xffffffffu, v, m);
    return v;
}

__global__ void spmv(const int *start, const int *col, const float *val, const float *x, float *y, int rows)
{
    int warp = (blockIdx.x * blockDim.x + threadIdx.x) >> 5;
    int lane = threadIdx.x & 31;
    if (warp >= rows)
        return;
    float s = 0.0f;
    for (int k = start[warp] + lane; k < start[warp + 1]; k += 32)
        s = fmaf(val[k], __ldg(x + col[k]), s);
    s = row_sum(s);
    if (lane == 0)
        y[warp] = s;
}
