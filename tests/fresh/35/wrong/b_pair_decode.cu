// fpcheck: pair_of <<<1, 64>>> k=@b_pair_k.npy row=empty:64:i32 col=empty:64:i32 n=64 --ref row=@b_pair_row.npy --ref col=@b_pair_col.npy
// expect: error flip at line 12
// why: the row of a packed lower triangle is (sqrtf(8k+1)-1)/2 in binary32, which cannot hold 8k+1 above 2^24: of the all-pairs kernels that decode edges so, rows are off by one and columns come out negative
// figure: row[0] computed 8421, MPFR 8420; col[28] computed -1, MPFR 8997
#include <cuda_runtime.h>

__global__ void pair_of(const int *k, int *row, int *col, int n)
{
    int t = threadIdx.x;
    if (t >= n) return;
    int packed = k[t];
    int r = (int)((sqrtf(8.0f * packed + 1.0f) - 1.0f) * 0.5f);
    row[t] = r;
    col[t] = packed - r * (r + 1) / 2;
}
