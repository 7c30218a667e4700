// fpcheck: coo_keys <<<2, 128>>> row=@b_key_row.npy col=@b_key_col.npy key=empty:200 ncols=70000 nnz=200 --ref 'key=@b_key_key.npy'
// expect: error overflow at line 12
// why: row * ncols + col is computed in 32 bits and widened afterwards, as in scipy issue 8912 (COO reshape of matrices with 2^31 or more elements)
// figure: key[0] computed -1986059237, exact 2308908059
#include <cuda_runtime.h>

// Linear keys by which a radix sort puts the entries of a COO matrix into row-major order
__global__ void coo_keys(const int* row, const int* col, long long* key, int ncols, int nnz)
{
    int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k < nnz)
        key[k] = row[k] * ncols + col[k];
}
