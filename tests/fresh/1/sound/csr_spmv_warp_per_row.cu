// fpcheck: spmv <<<1, 128>>> ptr=[0,3,5,9,12] col=[0,1,3,1,2,0,1,2,3,0,2,3] val=uniform(1,2):12 x=uniform(1,2):4 y=empty:4 rows=4
// expect: ok
__global__ void spmv(const int* ptr, const int* col, const float* val, const float* x, float* y, int rows)
{
    int row = (blockIdx.x * blockDim.x + threadIdx.x) >> 5;
    int lane = threadIdx.x & 31;
    if (row >= rows) return;                 // whole warps leave
    float s = 0.0f;
    for (int k = ptr[row] + lane; k < ptr[row + 1]; k += 32) s = fmaf(val[k], x[col[k]], s);
    for (int d = 16; d; d >>= 1) s += __shfl_down_sync(0xffffffffu, s, d);
    if (lane == 0) y[row] = s;
}
