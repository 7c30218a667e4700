// fpcheck: spmv_rows <<<2, 32>>> start=[0,40,72,100] column=arange:100:i32 value=uniform(0.5,1.5):100 x=uniform(0.5,1.5):100 y=empty:3 rows=3
// expect: error shuffle with lanes that have left the loop at line 9
// why: rows of 40 and 28 entries are no multiple of 32: in the last round only some lanes are in the loop, but the mask says all 32, and the sum takes what absent lanes hold (undefined)
// figure: computed y[0] undefined (lanes 8 to 31 are not in the second round), MPFR about 40 (the mean of uniform data)
// y = A x, A in CSR, a warp a row
__device__ float warp_sum(float v)
{
    for (int d = 16; d > 0; d >>= 1)
        v += __shfl_down_sync(0xffffffffu, v, d);
    return v;
}

__global__ void spmv_rows(const int *start, const int *column, const float *value, const float *x, float *y, int rows)
{
    int lane = threadIdx.x & 31;
    int warp = (blockIdx.x * blockDim.x + threadIdx.x) >> 5;
    int warps = (gridDim.x * blockDim.x) >> 5;
    for (int row = warp; row < rows; row += warps) {
        float total = 0.0f;
        for (int j = start[row] + lane; j < start[row + 1]; j += 32) {
            float part = warp_sum(value[j] * x[column[j]]);
            if (lane == 0)
                total += part;
        }
        if (lane == 0)
            y[row] = total;
    }
}
