// fpcheck: coo_spmv_half <<<24, 128>>> row=@b_coo_row.npy val=@b_coo_val.npy y=inout:zeros:4:f16 nnz=3072 --ref 'y=@b_coo_y.npy' --tol rtol=1e-2,atol=1e-2
// expect: error rounding at line 13
// why: a row of three thousand entries of 0.9 is accumulated by atomicAdd in half, which stops moving at 2048 where the addend is less than half an ulp (index_add_ and scatter_add_ in half are reported so)
// figure: y[0] computed 2048, MPFR 2609.7168
#include <cuda_fp16.h>

// y[row] += val for a matrix in coordinate form, times the vector of ones
__global__ void coo_spmv_half(const int* row, const __half* val, __half* y, int nnz)
{
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k >= nnz)
        return;
    atomicAdd(&y[row[k]], val[k]);
}
