// fpcheck: csr_vector8 <<<2, 256>>> rowptr=@b_csr_rowptr.npy col=@b_csr_col.npy val=@b_csr_val.npy x=@b_csr_x.npy y=empty:61 rows=61 --ref 'y=@b_csr_y.npy' --tol rtol=1e-5,atol=1e-5
// expect: error mismatch at line 27
// why: the reduction of an 8-lane CSR-vector group starts at offset 16 over the whole warp, so every row also gets parts of the rows of the other groups (a frequent report on sub-warp SpMV ports)
// figure: y[40] computed 16.3996563, MPFR 0
#include <cuda_runtime.h>

// Eight lanes work on one row of a CSR matrix (CSR-vector after Bell and Garland).
__device__ float gather(const int* __restrict__ col, const float* __restrict__ val,
                        const float* __restrict__ x, int from, int to, int lane)
{
    float acc = 0.0f;
    for (int k = from + lane; k < to; k += 8)
        acc = fmaf(val[k], x[col[k]], acc);
    return acc;
}

__global__ void csr_vector8(const int* rowptr, const int* col, const float* val,
                            const float* x, float* y, int rows)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    int row = t >> 3;
    int lane = t & 7;
    float acc = 0.0f;
    if (row < rows)
        acc = gather(col, val, x, rowptr[row], rowptr[row + 1], lane);
    for (int off = 16; off > 0; off >>= 1)
        acc += __shfl_down_sync(0xffffffffu, acc, off);
    if (lane == 0 && row < rows)
        y[row] = acc;
}
