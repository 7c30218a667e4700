// fpcheck: pairs_of <<<1, 32>>> k=@b_pair_index_by_sqrtf_k.npy ij=empty:20x2 n=20 --ref ij=@b_pair_index_by_sqrtf_ref_ij.npy --tol bitwise
// expect: error index computed in floating point at line 9
// why: k above 2^24 is rounded when it becomes a float, so the row is one too large at the ends of rows and the column negative (a bug reported of pairwise-distance kernels)
// figure: ij[31] computed -1, exact 44720
#include <cuda_runtime.h>
// Kendall's tau walks all pairs j <= i by one running number k = i (i + 1) / 2 + j; i comes from a square root.
__device__ int row_of(int k)
{
    return (int)((sqrtf(8.0f * (float)k + 1.0f) - 1.0f) * 0.5f);
}
__global__ void pairs_of(const int* __restrict__ k, int* ij, int n)
{
    const int t = threadIdx.x;
    if (t >= n) return;
    const int i = row_of(k[t]);
    ij[2 * t] = i;
    ij[2 * t + 1] = k[t] - i * (i + 1) / 2;
}
