// fpcheck: variance<<<2, 128>>> x=uniform(9999,10001):2x1000 var=empty:2 n=1000
// expect: ok
// why: a variance of 0.33 at a mean of 10000 in one pass, by Welford's updates and Chan's merging; the product of the counts is a float product of exact integers
// figure: computed var = 0.32392064, MPFR 0.32392042 for a random x; error 7e-07, tolerance some 2e-6
struct Moments {
    float n, mean, m2;
};

__device__ Moments merge(Moments a, Moments b)
{
    Moments r;
    r.n = a.n + b.n;
    if (r.n == 0.0f)
        return a;
    float delta = b.mean - a.mean;
    float share = b.n / r.n;
    r.mean = a.mean + delta * share;
    r.m2 = a.m2 + b.m2 + delta * delta * a.n * share;
    return r;
}

__device__ Moments shuffled(Moments a, int o)
{
    Moments r;
    r.n = __shfl_xor_sync(0xffffffffu, a.n, o);
    r.mean = __shfl_xor_sync(0xffffffffu, a.mean, o);
    r.m2 = __shfl_xor_sync(0xffffffffu, a.m2, o);
    return r;
}

__global__ void variance(const float *x, float *var, int n)
{
    __shared__ Moments of_warp[4];
    const float *row = x + blockIdx.x * n;
    float shift = row[0];
    Moments m = {0.0f, 0.0f, 0.0f};
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        float v = row[i] - shift;
        m.n += 1.0f;
        float delta = v - m.mean;
        m.mean += delta / m.n;
        m.m2 += delta * (v - m.mean);
    }
    for (int o = 16; o > 0; o >>= 1)
        m = merge(m, shuffled(m, o));
    if ((threadIdx.x & 31) == 0)
        of_warp[threadIdx.x >> 5] = m;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int w = 1; w < 4; w++)
            m = merge(m, of_warp[w]);
        var[blockIdx.x] = m.m2 / (m.n - 1.0f);
    }
}
