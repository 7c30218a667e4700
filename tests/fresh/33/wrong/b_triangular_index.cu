// fpcheck: packed_index <<<4, 64>>> k=@b_tri_k.npy row=empty:256 col=empty:256 n=256 --ref 'row=@b_tri_row.npy' --ref 'col=@b_tri_col.npy'
// expect: error index at line 14
// why: the row of a packed symmetric matrix is found by a square root in binary32, which cannot tell k beside a row's start for matrices of some thousand rows: the usual bug of pairwise-distance kernels
// figure: row[3] computed 4790, exact 4789
#include <cuda_runtime.h>

// Packed lower triangle: element k lies in row r with r (r + 1) / 2 <= k
__global__ void packed_index(const int* k, int* row, int* col, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int e = k[i];
    int r = (int)((sqrtf(8.0f * e + 1.0f) - 1.0f) * 0.5f);
    row[i] = r;
    col[i] = e - r * (r + 1) / 2;
}
