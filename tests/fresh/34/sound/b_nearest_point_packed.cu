// fpcheck: nearest <<<8, 32>>> query=@b_nearest_point_packed_q.npy points=@b_nearest_point_packed_p.npy index=empty:8 dist=empty:8 n=50 --ref index=@b_nearest_point_packed_ref_index.npy --tol bitwise
// expect: ok
// why: an identity whose upper half is a NaN's bits and distances that travel as integers: keys are compared as integers only, and 50 points beat the sentinel
// figure: index[0] computed 36, exact 36 (error 0, 0 of the tolerance; worst of 8)
#include <cuda_runtime.h>
// The nearest of n points: squared distances are not negative, so their bits order like them; lanes without a point
// hold the largest key.
__device__ unsigned long long key_of(const float* __restrict__ q, const float* __restrict__ p, int i)
{
    const float x = q[0] - p[3 * i], y = q[1] - p[3 * i + 1], z = q[2] - p[3 * i + 2];
    const float d = x * x + y * y + z * z;
    return ((unsigned long long)__float_as_uint(d) << 32) | (unsigned)i;
}
__global__ void nearest(const float* __restrict__ query, const float* __restrict__ points, int* index, float* dist, int n)
{
    unsigned long long best = ~0ull;   // the bits of a NaN, never of a distance
    for (int i = threadIdx.x; i < n; i += 32) best = min(best, key_of(query + 3 * blockIdx.x, points, i));
    for (int d = 16; d > 0; d >>= 1) best = min(best, __shfl_xor_sync(0xffffffffu, best, d));
    if (threadIdx.x == 0) {
        index[blockIdx.x] = (int)(best & 0xffffffffu);
        dist[blockIdx.x] = sqrtf(__uint_as_float((unsigned)(best >> 32)));
    }
}
