// fpcheck: csr_group8 <<<2, 256>>> rowptr=@b_csrg_rowptr.npy col=@b_csrg_col.npy val=@b_csrg_val.npy x=@b_csrg_x.npy y=empty:61 rows=61 --ref 'y=@b_csrg_y.npy' --tol rtol=1e-5,atol=1e-5
// expect: ok
// why: lanes without a row or an entry bring zeros into a shuffle of width 8, all 32 lanes take part, and a row without entries is a stored zero
// figure: y[21] computed -1.38549638, MPFR -1.38549686, worst of 61, 0.02 of the tolerance
#include <cuda_runtime.h>

__global__ void csr_group8(const int* rowptr, const int* col, const float* val,
                           const float* x, float* y, int rows)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    int row = t >> 3;
    int lane = t & 7;
    float acc = 0.0f;
    int safe = min(row, rows - 1);
    int from = rowptr[safe];
    int to = row < rows ? rowptr[safe + 1] : from;
    for (int k = from + lane; k < to; k += 8)
        acc = fmaf(val[k], x[col[k]], acc);
    for (int off = 4; off > 0; off >>= 1)
        acc += __shfl_down_sync(0xffffffffu, acc, off, 8);
    if (lane == 0 && row < rows)
        y[row] = acc;
}
