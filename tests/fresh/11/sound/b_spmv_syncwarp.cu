// fpcheck: spmv <<<2, 64>>> start=[0,40,70,100,140] column=randint(0,31):140 value=uniform(0.5,1):140 x=uniform(0.5,1):32 y=empty:4 rows=4
// expect: ok
// why: a warp's tree over shared memory without __syncthreads, but with a __syncwarp between reads and writes of each level
// figure: sums of up to 40 positive products, about 20: relative error below 1e-6, some ulps allowed (depth 7)
#define WARPS 2

__global__ void spmv(const int *start, const int *column, const float *value, const float *x, float *y, int rows)
{
    __shared__ float part[WARPS][32];
    int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    int row = blockIdx.x * WARPS + warp;
    if (row >= rows)
        return;
    float s = 0.0f;
    for (int j = start[row] + lane; j < start[row + 1]; j += 32)
        s = fmaf(value[j], x[column[j]], s);
    part[warp][lane] = s;
    __syncwarp();
    for (int o = 16; o > 0; o >>= 1) {
        float other = lane < o ? part[warp][lane + o] : 0.0f;
        __syncwarp();
        if (lane < o)
            part[warp][lane] += other;
        __syncwarp();
    }
    if (lane == 0)
        y[row] = part[warp][0];
}
