// fpcheck: pixel_variance<<<2, 32>>> x=uniform(100,101):2x128 variance=empty:2 n=128 ref=variance=var(x,1) --tol rtol=1e-4,atol=0
// expect: ok
// why: a variance of numbers hundreds of times larger than their spread: means are merged by lanes with Welford and Chan, no squares of the values appear
// figure: error about 1e-6 relative against 1e-4 allowed
// Variance of dark frames, one warp a pixel row.
struct Moments {
    float mean, m2, n;
};

__device__ Moments merge(Moments a, Moments b)
{
    Moments r;
    r.n = a.n + b.n;
    float d = b.mean - a.mean;
    r.mean = a.mean + d * (b.n / r.n);
    r.m2 = a.m2 + b.m2 + d * d * (a.n * b.n / r.n);
    return r;
}

__global__ void pixel_variance(const float *x, float *variance, int n)
{
    Moments m = {0.0f, 0.0f, 0.0f};
    for (int k = threadIdx.x; k < n; k += 32) {
        float v = x[blockIdx.x * n + k];
        m.n += 1.0f;
        float d = v - m.mean;
        m.mean += d / m.n;
        m.m2 += d * (v - m.mean);
    }
    for (int o = 16; o > 0; o >>= 1) {
        Moments other;
        other.mean = __shfl_down_sync(0xffffffffu, m.mean, o);
        other.m2 = __shfl_down_sync(0xffffffffu, m.m2, o);
        other.n = __shfl_down_sync(0xffffffffu, m.n, o);
        m = merge(m, other);
    }
    if (threadIdx.x == 0)
        variance[blockIdx.x] = m.m2 / m.n;
}
