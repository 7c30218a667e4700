// fpcheck: pairs_of <<<1, 32>>> k=@b_pair_index_corrected_k.npy ij=empty:20x2 n=20 --ref ij=@b_pair_index_corrected_ref_ij.npy --tol bitwise
// expect: ok
// why: an index from a rounded square root of numbers above 2^24, but two integer loops correct the guess whichever way it was off
// figure: ij[0] computed 0, exact 0 (error 0, 0 of the tolerance; worst of 40)
#include <cuda_runtime.h>
// k = i (i + 1) / 2 + j: the square root only guesses, integers decide.
__device__ int row_of(int k)
{
    int i = (int)((sqrtf(8.0f * (float)k + 1.0f) - 1.0f) * 0.5f);
    while (i * (i + 1) / 2 > k) --i;
    while ((i + 1) * (i + 2) / 2 <= k) ++i;
    return i;
}
__global__ void pairs_of(const int* __restrict__ k, int* ij, int n)
{
    const int t = threadIdx.x;
    if (t >= n) return;
    const int i = row_of(k[t]);
    ij[2 * t] = i;
    ij[2 * t + 1] = k[t] - i * (i + 1) / 2;
}
