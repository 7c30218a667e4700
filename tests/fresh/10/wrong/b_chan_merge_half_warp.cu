// fpcheck: row_moments <<<1, 32>>> x=[97.99,104.35,95.62,91.65,109.4,101.28,102.89,101.54,99.51,92.45,96.27,104.72,108.15,107.77,108.97,90.51,104.76,103.45,102.5,102.75,92.53,102.52,105.74,90.15,108.42,92.61,97.51,101.01,102.17,100.99,97.75,107.61,97.93,107.47,96.6,102.51,107.0,92.4,93.42,104.57,92.51,90.34,93.81,97.89,104.05,104.0,94.28,94.49,91.04,90.45,92.7,105.04,96.81,96.96,96.91,94.81,108.83,108.82,108.65,104.4,103.03,101.49,98.19,103.94] mean=empty:1 variance=empty:1 rows=1 wm=[100.01374983787537] wv=[34.41254849793358] ref=mean=wm ref=variance=wv --tol rtol=1e-5,atol=0
// expect: error mismatch at line 32
// why: width 16: the first step shuffles nothing (each lane meets itself) and lane 0 never sees lanes 16 to 31
// figure: computed mean[0] = 99.5731201171875, MPFR 100.01375
struct Moments {
    float n, mean, m2;
};

__device__ Moments merge(Moments a, Moments b)
{
    float n = a.n + b.n;
    float d = b.mean - a.mean;
    Moments r;
    r.n = n;
    r.mean = a.mean + d * (b.n / n);
    r.m2 = a.m2 + b.m2 + d * d * (a.n * b.n / n);
    return r;
}

// Mean and sample variance of one sensor row a warp: two values a lane, then merged pairwise (Chan et al.).
__global__ void row_moments(const float *x, float *mean, float *variance, int rows)
{
    int row = blockIdx.x, lane = threadIdx.x;
    if (row >= rows)
        return;
    Moments m = {1.0f, x[row * 64 + lane], 0.0f};
    Moments other = {1.0f, x[row * 64 + lane + 32], 0.0f};
    m = merge(m, other);
    for (int d = 16; d > 0; d /= 2) {
        Moments o;
        o.n = __shfl_down_sync(0xffffffffu, m.n, d, 16);
        o.mean = __shfl_down_sync(0xffffffffu, m.mean, d, 16);
        o.m2 = __shfl_down_sync(0xffffffffu, m.m2, d, 16);
        m = merge(m, o);
    }
    if (lane == 0) {
        mean[row] = m.mean;
        variance[row] = m.m2 / (m.n - 1.0f);
    }
}
