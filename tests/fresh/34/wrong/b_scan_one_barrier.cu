// fpcheck: offsets <<<1, 128>>> count=@b_scan_one_barrier_c.npy offset=empty:128 n=128 --ref offset=@b_scan_one_barrier_ref_offset.npy --tol bitwise
// expect: error race (missing barrier) at line 15
// why: between reading s[t - d] and writing s[t] a barrier is missing, so that a warp may read what another has already updated in the same round (a known error of in-place scans)
// figure: offset[127] computed 6469758, exact 1256 (in one possible order of the warps)
#include <cuda_runtime.h>
// Exclusive offsets of 128 buckets for a counting sort (Hillis-Steele in one array).
__global__ void offsets(const int* __restrict__ count, int* offset, int n)
{
    __shared__ int s[128];
    const int t = threadIdx.x;
    s[t] = t < n ? count[t] : 0;
    __syncthreads();
    for (int d = 1; d < 128; d <<= 1) {
        const int add = t >= d ? s[t - d] : 0;
        s[t] += add;
        __syncthreads();
    }
    if (t < n) offset[t] = t == 0 ? 0 : s[t - 1];
}
