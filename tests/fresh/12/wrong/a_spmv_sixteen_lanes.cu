// fpcheck: spmv <<<1, 64>>> start=[0,3,5,9,10] column=[0,1,3,1,2,0,1,2,3,3] value=[2.0,1.0,-1.0,3.0,0.5,1.0,1.0,4.0,2.0,5.0] x=[1.0,2.0,-1.0,0.5] y=empty:4 rows=4 want=[3.5,5.5,0.0,2.5] ref=y=want --tol 4ulp
// expect: error wrong shuffle width at line 17
// why: a row has 16 lanes, but the reduction starts at half a warp: it adds the two rows of the warp to each other, and doubles the upper one
// figure: computed y = 9, 11, 2.5, 5, MPFR 3.5, 5.5, 0, 2.5
#define LANES 16

// CSR matrix times vector, half a warp for a row.
__global__ void spmv(const int *start, const int *column, const float *value, const float *x, float *y, int rows)
{
    int row = (blockIdx.x * blockDim.x + threadIdx.x) / LANES;
    int lane = threadIdx.x % LANES;
    float sum = 0.0f;
    if (row < rows)
        for (int k = start[row] + lane; k < start[row + 1]; k += LANES)
            sum += value[k] * x[column[k]];
    for (int o = warpSize / 2; o > 0; o >>= 1)
        sum += __shfl_down_sync(0xffffffffu, sum, o);
    if (row < rows && lane == 0)
        y[row] = sum;
}
