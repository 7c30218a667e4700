// fpcheck: unpack <<<4, 64>>> k=@b_trim_k.npy row=empty:256 col=empty:256 n=256 --ref 'row=@b_trim_row.npy' --ref 'col=@b_trim_col.npy'
// expect: ok
// why: the row of a packed matrix is only guessed by a square root in binary32; integer comparisons move the guess to the right row
// figure: all 256 elements of row equal the reference
#include <cuda_runtime.h>

__device__ int first_of(int r)
{
    return r * (r + 1) / 2;
}

__global__ void unpack(const int* k, int* row, int* col, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int e = k[i];
    int r = (int)((sqrtf(8.0f * e + 1.0f) - 1.0f) * 0.5f);
    while (first_of(r) > e)
        --r;
    while (first_of(r + 1) <= e)
        ++r;
    row[i] = r;
    col[i] = e - first_of(r);
}
