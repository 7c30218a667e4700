// fpcheck: dispersion <<<6, 32>>> x=@a_welford_warp_x.npy variance=empty:6 n=50 --ref 'variance=var(x, 1)' --tol rtol=1e-4
// expect: ok
// why: Welford and the merge of Chan: large means cancel only where their difference is wanted, lanes with fewer or no values merge with weight 0, and the division by an empty count is guarded
// figure: variance[4] computed 1.3315566, exact 1.3315473314955832; 0 of 6 beyond the tolerance, worst 0.0693 times
#include <cuda_runtime.h>

struct Moments {
    float n, mean, m2;
};

__device__ void observe(Moments& a, float x)
{
    a.n += 1.f;
    float d = x - a.mean;
    a.mean += d / a.n;
    a.m2 += d * (x - a.mean);
}

__device__ Moments merge(Moments a, Moments b)
{
    float n = a.n + b.n;
    float w = n > 0.f ? b.n / n : 0.f;
    float d = b.mean - a.mean;
    Moments r;
    r.n = n;
    r.mean = a.mean + d * w;
    r.m2 = a.m2 + b.m2 + d * d * a.n * w;
    return r;
}

// variance of each channel of a detector, a warp a channel
__global__ void dispersion(const float* x, float* variance, int n)
{
    Moments a = {0.f, 0.f, 0.f};
    for (int i = threadIdx.x; i < n; i += 32)
        observe(a, x[blockIdx.x * n + i]);
    for (int d = 16; d > 0; d >>= 1) {
        Moments b;
        b.n = __shfl_down_sync(0xffffffffu, a.n, d);
        b.mean = __shfl_down_sync(0xffffffffu, a.mean, d);
        b.m2 = __shfl_down_sync(0xffffffffu, a.m2, d);
        a = merge(a, b);
    }
    if (threadIdx.x == 0)
        variance[blockIdx.x] = a.m2 / a.n;
}
