// fpcheck: csr_warp_spmv <<<1, 128>>> rows=4 ptr=[0, 3, 3, 8, 10]:i32 col=[0, 2, 5, 1, 2, 3, 4, 7, 0, 6]:i32 val=[1.0, 2.0, 3.0, 0.5, 1.5, 2.5, 3.5, 4.5, 10.0, 20.0] x=[1, 2, 3, 4, 5, 6, 7, 8] y=empty:4 want=[25.0, 0.0, 69.0, 150.0] ref=y=want --tol rtol=1e-5,atol=0
// expect: ok
// CSR sparse matrix times vector, one warp a row; an empty row gives zero.
__global__ void csr_warp_spmv(const int* ptr, const int* col, const float* val, const float* x, float* y, int rows)
{
    int row = (blockIdx.x * blockDim.x + threadIdx.x) >> 5;
    int lane = threadIdx.x & 31;
    if (row >= rows) return;
    float s = 0.0f;
    for (int j = ptr[row] + lane; j < ptr[row + 1]; j += 32) s = fmaf(val[j], x[col[j]], s);
    for (int d = 16; d > 0; d >>= 1) s += __shfl_down_sync(0xffffffffu, s, d);
    if (lane == 0) y[row] = s;
}
