// fpcheck: spmv <<<1, 64>>> start=[0, 3, 3, 12, 13, 15, 23, 24, 26] col=randint(0,7):26 val=uniform(0.5,1.5):26 x=uniform(0.5,1.5):8 y=empty:8
// expect: ok
// why: rows have eight lanes each and very different lengths (one is empty), but the shuffles come after the loop, with all lanes and width 8
// figure: computed y[1] = 0 (empty row), others positive sums of up to 9 products, MPFR the same; relative error below 4e-7
// y = A x, CSR, eight lanes a row.
__global__ void spmv(const int *start, const int *col, const float *val, const float *x, float *y)
{
    int row = (blockIdx.x * blockDim.x + threadIdx.x) >> 3;
    int lane = threadIdx.x & 7;
    float sum = 0.0f;
    for (int k = start[row] + lane; k < start[row + 1]; k += 8)
        sum = fmaf(val[k], x[col[k]], sum);
    for (int o = 4; o > 0; o >>= 1)
        sum += __shfl_down_sync(0xffffffffu, sum, o, 8);
    if (lane == 0)
        y[row] = sum;
}
