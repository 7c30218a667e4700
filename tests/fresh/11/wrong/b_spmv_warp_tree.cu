// fpcheck: spmv <<<2, 64>>> start=[0,40,70,100,140] column=randint(0,31):140 value=randn:140 x=randn:32 y=empty:4 rows=4
// expect: error race at line 26
// why: the tree over shared memory reads what other lanes of the warp wrote without a __syncwarp; since Volta lanes need not run in step
// figure: computed depends on the schedule of the lanes, MPFR: the row's dot product of the random input
// Sparse matrix times vector, a warp for each row.
#define WARPS 2

__device__ float partial(const int *column, const float *value, const float *x, int from, int to, int lane)
{
    float s = 0.0f;
    for (int j = from + lane; j < to; j += 32)
        s += value[j] * x[column[j]];
    return s;
}

__global__ void spmv(const int *start, const int *column, const float *value, const float *x, float *y, int rows)
{
    __shared__ float part[WARPS][32];
    int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    int row = blockIdx.x * WARPS + warp;
    if (row >= rows)
        return;
    part[warp][lane] = partial(column, value, x, start[row], start[row + 1], lane);
    for (int o = 16; o > 0; o >>= 1)
        if (lane < o)
            part[warp][lane] += part[warp][lane + o];
    if (lane == 0)
        y[row] = part[warp][0];
}
