// fpcheck: row_variance <<<4, 32>>> x=@b_welford_merge_warp_x.npy mean=empty:4 variance=empty:4 n=200 --ref 'variance=var(x, 1)' --tol rtol=1e-4
// expect: ok
// why: differences of nearly equal numbers (300 and 300.5): Welford and Chan subtract the mean first, so the variance keeps its digits
// figure: variance[0] computed 0.274637192, exact 0.274632597 (error 4.6e-06, 0.17 of the tolerance; worst of 4)
#include <cuda_runtime.h>
// Welford per lane, Chan's merge over the warp; lanes have 6 or 7 elements, and counts are exact in floats.
struct Stat { float n, mean, m2; };
__device__ Stat merge(const Stat& a, const Stat& b)
{
    Stat r;
    r.n = a.n + b.n;
    const float d = b.mean - a.mean;
    r.mean = a.mean + d * (b.n / r.n);
    r.m2 = a.m2 + b.m2 + d * d * (a.n * b.n / r.n);
    return r;
}
__device__ Stat from_lane(const Stat& s, int d)
{
    return {__shfl_down_sync(0xffffffffu, s.n, d), __shfl_down_sync(0xffffffffu, s.mean, d), __shfl_down_sync(0xffffffffu, s.m2, d)};
}
__global__ void row_variance(const float* __restrict__ x, float* mean, float* variance, int n)
{
    Stat s = {0.0f, 0.0f, 0.0f};
    for (int i = threadIdx.x; i < n; i += 32) {
        const float v = x[blockIdx.x * n + i];
        s.n += 1.0f;
        const float d = v - s.mean;
        s.mean += d / s.n;
        s.m2 += d * (v - s.mean);
    }
    for (int d = 16; d > 0; d >>= 1) s = merge(s, from_lane(s, d));
    if (threadIdx.x == 0) {
        mean[blockIdx.x] = s.mean;
        variance[blockIdx.x] = s.m2 / s.n;
    }
}
